// The table as it is drawn: who sits there, the trick, the hand, what can be done, the scores.
import { button, el, face, redraw, say, small, sorted } from "./draw.js";
import { counted, listed, meaning, named, reason, refusal, said, side, signed, status, who, word } from "./words.js";

/** Draw everything that the client knows; `picked` is the set of cards that are marked to be exposed. */
export function draw(client, page, picked) {
  const { view, table } = client;
  page.lobby.hidden = client.place !== null;
  page.game.hidden = client.place === null;
  if (!view || !table) return;
  const title = client.hello.games.find((game) => game.preset === client.place.preset)?.title ?? view.game;
  say(page.title, `${client.place.table}: ${title}`);
  redraw(page.seats, order(client).map((seat) => panel(client, seat)));
  redraw(page.trick, trick(client));
  redraw(page.facts, facts(client));
  say(page.status, status(client));
  page.status.classList.toggle("mine", client.myTurn && client.connected);
  redraw(page.hand, hand(client, picked));
  redraw(page.actions, actions(client, picked));
  // The scores are drawn when they have changed only, so that what was opened or closed stays so.
  const scored = JSON.stringify([view.match.results, table.seats.map((sits) => sits.name)]);
  if (page.scored !== scored) redraw(page.scores, scores(client));
  page.scored = scored;
}

/** The seats in the order of play, one's own last. */
function order(client) {
  const { seats, direction } = client.view.deal.seating;
  const first = client.seat ?? -direction;
  return Array.from({ length: seats }, (_, step) => (first + direction * (step + 1) + seats * seats) % seats);
}

// --- Who sits there ------------------------------------------------------------------------------

function panel(client, seat) {
  const { view, table } = client;
  const sits = table.seats[seat];
  const taken = view.tricks.filter((one) => one.winner === seat);
  const sideOf = view.deal.seating.sides.findIndex((seats) => seats.includes(seat));
  const marks = [
    sits.who === "bot" && "bot",
    sits.who === "person" && !sits.here && "away",
    sits.ready && "ready",
    view.game === "truco" && view.deal.number > 0 && view.deal.leader === seat && "mano",
  ].filter(Boolean);
  return el(
    "li",
    { class: `seat${view.to_move === seat ? " moves" : ""}${seat === client.seat ? " own" : ""}` },
    el("p", { class: "name" }, sits.who === "free" ? "(free)" : el("bdi", {}, sits.name), seat === client.seat ? " (you)" : null),
    el("p", { class: "points" }, counted(view.scores[sideOf] ?? 0, "point")),
    view.deal.number > 0 && el("p", { class: "tricks" }, counted(taken.length, "trick")),
    marks.length > 0 && el("p", { class: "marks" }, marks.map((mark) => el("span", { class: "mark" }, mark))),
    captured(view, seat, taken),
  );
}

/** The scoring cards that lie before a player of Gong Zhu, and what was exposed by that player. */
function captured(view, seat, taken) {
  if (view.game !== "gong_zhu") return null;
  const shown = view.log.filter((act) => act.seat === seat && act.move.kind === "expose").flatMap((act) => act.move.cards);
  const scoring = taken.flatMap((one) => one.cards).filter((card) => /♥|Q♠|J♦|10♣/.test(card));
  return [
    shown.length > 0 && el("p", { class: "won" }, "exposed ", shown.map(small)),
    scoring.length > 0 && el("p", { class: "won" }, "took ", sorted(scoring).map(small)),
  ].filter(Boolean);
}

// --- The middle ----------------------------------------------------------------------------------

/** The trick on the table, or the last one until somebody leads again. */
function trick(client) {
  const { view } = client;
  const by = new Map(view.log.filter((act) => act.move.kind === "play").map((act) => [act.move.card, act.seat]));
  const last = view.tricks.at(-1);
  const lies = view.trick.length > 0 || !last;
  const winner = lies ? null : last.winner;
  const cards = lies ? view.trick : last.cards;
  const played = cards.map((card) =>
    el(
      "figure",
      { class: `played${by.get(card) === winner ? " winner" : ""}${lies ? "" : " past"}` },
      face(card),
      el("figcaption", {}, who(client, by.get(card))),
    ),
  );
  if (lies) return played.length ? played : [el("p", { class: "hint" }, view.deal.number ? "No card on the table." : "")];
  return [...played, el("p", { class: "hint" }, winner === null ? "parda" : `${who(client, winner)} took it`)];
}

/** What everybody knows of the deal, in a line. */
function facts(client) {
  const { view } = client;
  const { deal } = view;
  if (!deal.number) return [];
  const told = [`${word(view)} ${deal.number}`];
  if (view.game === "truco") {
    told.push(`worth ${deal.value}`);
    for (const chain of [deal.truco, deal.envido]) {
      if (chain.calls.length) told.push(chain.calls.map(said).join(" – ") + (chain.awaits === null ? "" : " …"));
    }
    if (deal.revealed_points.length) {
      told.push(`Envido points: ${listed(deal.revealed_points.map((points, seat) => `${who(client, seat)} ${points}`))}`);
    }
  } else if (deal.held_back?.length) told.push(`held back: ${deal.held_back.join(" ")}`);
  return told.map((text) => el("span", { class: "fact" }, text));
}

// --- One's own cards -----------------------------------------------------------------------------

function hand(client, picked) {
  const choosing = client.exposures.length > 0;
  const choice = new Set(client.exposures.flat());
  return sorted(client.view.hand ?? []).map((card) => {
    if (choosing && choice.has(card)) {
      const marked = picked.has(card);
      const toggle = () => {
        if (!picked.delete(card)) picked.add(card);
        client.changed(client, null);
      };
      return face(card, "button", {
        type: "button", key: `card ${card}`, class: marked ? "picked" : "", "aria-pressed": String(marked), on: { click: toggle },
      });
    }
    const may = client.mayPlay(card);
    const click = () => (may ? client.move({ kind: "play", card }) : client.why({ kind: "play", card }));
    const grey = client.legal.length > 0 && !may;
    return face(card, "button", {
      type: "button", key: `card ${card}`, class: grey ? "grey" : may ? "may" : "", on: { click },
      label: may ? ", play it" : "", "aria-disabled": may ? null : "true",
    });
  });
}

function actions(client, picked) {
  const { table } = client;
  if (client.seat === null) return [];
  const mine = table.seats[client.seat];
  if (table.phase === "waiting" || table.seats.some((seat) => seat.who === "free")) {
    return client.hello.bots.map((bot) =>
      button(bot === "random" ? "Add a bot that plays at random" : "Add a bot that thinks", () => client.bot(bot), { key: `bot ${bot}` }),
    );
  }
  if (table.phase === "between" || table.phase === "over") {
    const what = table.phase === "over" ? "Play another match" : `Next ${word(client.view).toLowerCase()}`;
    return mine.ready ? [] : [button(what, () => client.next(), { key: "next", class: "main" })];
  }
  if (client.exposures.length) {
    const cards = [...picked];
    const move = client.exposure(cards);
    const text = cards.length ? `Expose ${listed(cards)}` : "Expose nothing";
    return [button(text, () => move && client.move(move), { key: "expose", class: "main", "aria-disabled": move ? null : "true" })];
  }
  return client.calls.map((value) =>
    button(said(value), () => client.move({ kind: "call", value }), { key: `call ${value}`, class: `call ${meaning(value).split(" ")[0]}`, title: meaning(value) }),
  );
}

// --- Scores --------------------------------------------------------------------------------------

/** A table for each finished deal, the last one first and open. */
function scores(client) {
  const { results } = client.view.match;
  return results.map((result, at) => deal(client, result, at + 1, at === results.length - 1)).reverse();
}

function deal(client, result, number, open) {
  const head = (text, more = {}) => el("th", { scope: "col", ...more }, text);
  const sum = (label, numbers) =>
    el("p", { class: "sum" }, `${label}: ${numbers.map((points, at) => `${side(client, at)} ${signed(points)}`).join(", ")}`);
  const rows = result.lines.map((line) =>
    el(
      "tr",
      {},
      el("td", { title: line.rule }, reason(line.rule)),
      el("td", {}, line.seat === null ? side(client, line.side) : who(client, line.seat)),
      el("td", { class: "number" }, signed(line.points)),
      el("td", {}, (line.cards ?? []).map(small)),
    ),
  );
  return el(
    "details",
    { open: open ? "" : null },
    el("summary", { key: `deal ${number}` }, `${word(client.view)} ${number}: ${result.scores.map(signed).join(" / ")}`),
    el("table", {}, el("thead", {}, el("tr", {}, head("for"), head("who"), head("points", { class: "number" }), head("cards"))), el("tbody", {}, rows)),
    sum("Scored", result.scores),
    sum("Standing", result.totals),
  );
}

const LEFT = {
  left: null,
  replaced: "Your seat is played from another window now.",
  closed: "The table was taken away: nobody sits at it any more.",
};

/** Why something was refused, or is no more, if the last message says so. */
export function complaint(client, message) {
  if (message?.type === "why" && message.violation) return refusal(client, message.violation);
  if (message?.type === "refused") return refusal(client, message.violation);
  if (message?.type === "error") return message.message;
  if (message?.type === "left") return LEFT[message.reason];
  return null;
}

/** The list of tables, with what can be done at each. */
export function lines(client, join, watch) {
  const titles = new Map(client.hello.games.map((game) => [game.preset, game.title]));
  return client.tables.map((line) =>
    el(
      "li",
      {},
      el("span", {}, el("bdi", {}, line.table), ` — ${titles.get(line.preset) ?? line.preset}`),
      el("span", { class: "choice" },
        line.free > 0 && button("Sit down", () => join(line.table), { key: `join ${line.table}`, "aria-label": `Sit down at ${named(line.table)}` }),
        button("Look on", () => watch(line.table), { key: `watch ${line.table}`, "aria-label": `Look on at ${named(line.table)}` })),
    ),
  );
}

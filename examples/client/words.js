// What the page says: events, calls, rules and refusals in words.

/** A name as a part of a sentence: whatever it is written in, it does not turn the words around it. */
export const named = (name) => `\u2068${name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "")}\u2069`;

/** How a seat is spoken of. */
export const who = (client, seat) => (seat === client.seat ? "You" : named(client.nameOf(seat)));

/** A verb for a seat: "You play", "Ana plays". */
const does = (client, seat, verb, verbs = `${verb}s`) =>
  `${who(client, seat)} ${seat === client.seat ? verb : verbs}`;

/** Several things in a row. */
export const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const CALLS = {
  truco: "Truco",
  retruco: "Retruco",
  "vale cuatro": "Vale cuatro",
  envido: "Envido",
  "real envido": "Real envido",
  "falta envido": "Falta envido",
  quiero: "Quiero",
  "no quiero": "No quiero",
  mazo: "Me voy al mazo",
};

/** What is said with a call. */
export const said = (call) => CALLS[call] ?? call;

/** What a button for a call explains. */
export const meaning = (call) =>
  ({ quiero: "accept", "no quiero": "decline", mazo: "give up the round" })[call] ?? "call";

const RULES = {
  "truco.value": "The round",
  "truco.answer": "A call was declined",
  "truco.fold": "The other gave up",
  "truco.fold.envido": "The other gave up at the Envido",
  "truco.envido.showdown": "Envido",
  "truco.envido.decline": "Envido declined",
  "gong_zhu.score.hearts": "Hearts",
  "gong_zhu.score.pig": "The pig",
  "gong_zhu.score.sheep": "The sheep",
  "gong_zhu.score.all_hearts": "All the hearts",
  "gong_zhu.score.pig_flips": "The pig, turned round",
  "gong_zhu.score.doubler": "The ten of clubs",
  "gong_zhu.score.exposed": "Exposed",
};

/** What a line of the score is for. */
export const reason = (rule) => RULES[rule] ?? rule;

/** A number with its sign. */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** So many of something. */
export const counted = (number, what) => `${String(number).replace("-", "−")} ${what}${number === 1 ? "" : "s"}`;

/** What a deal is called in the game. */
export const word = (view) => (view.game === "truco" ? "Round" : "Deal");

/** A refusal, with names in place of the numbers of seats. */
export function refusal(client, violation) {
  const text = violation.message.replace(/\bseat (\d+)( (?:holds|does|may|must))?/g, (_, number, verb = "") => {
    if (Number(number) !== client.seat) return who(client, Number(number)) + verb;
    return `you${verb.replace("holds", "hold").replace("does", "do")}`;
  });
  return text.charAt(0).toUpperCase() + text.slice(1).replace("it holds", "you hold").replace(/\bits\b/g, "your");
}

/** Who is on a side, by name. */
export const side = (client, number) =>
  listed((client.view.deal.seating.sides[number] ?? []).map((seat) => who(client, seat)));

/** An event as a sentence for the log, or null where there is nothing to say. */
export function told(client, event) {
  switch (event.kind) {
    case "deal_began":
      return `— ${word(client.view)} ${event.deal.number} —`;
    case "acted":
      return act(client, event.seat, event.move);
    case "trick_taken":
      return event.trick.winner === null ? "Parda: nobody takes the trick." : `${does(client, event.trick.winner, "take")} the trick.`;
    case "deal_ended":
      return `The ${word(client.view).toLowerCase()} ends: ${listed(event.result.scores.map((score, at) => `${side(client, at)} ${signed(score)}`))}.`;
    case "match_ended":
      return `The match is over: ${listed(event.outcome.winners.map((seat) => who(client, seat)))} won.`;
    default:
      return null;
  }
}

/** A public move as a sentence. */
export function act(client, seat, move) {
  if (move.kind === "call") return `${who(client, seat)}: “${said(move.value)}”.`;
  if (move.kind === "play") return `${does(client, seat, "play")} ${move.card}.`;
  if (move.kind === "expose") {
    return move.cards.length
      ? `${does(client, seat, "expose")} ${listed(move.cards)}.`
      : `${does(client, seat, "expose")} nothing.`;
  }
  return `${does(client, seat, "make")} a move (${move.kind}).`;
}

/** What is to be said of the moment. */
export function status(client) {
  const { view, table } = client;
  if (!client.connected) return "The connection is lost. Trying again …";
  if (!view || !table) return "";
  if (table.phase === "waiting") {
    const free = table.seats.filter((seat) => seat.who === "free").length;
    return `Waiting for players: ${free === 1 ? "one seat is" : `${free} seats are`} free.`;
  }
  const outcome = view.match.outcome;
  if (outcome) {
    return `The match is over. ${listed(outcome.winners.map((seat) => who(client, seat)))} won.${going(client)}`;
  }
  if (view.to_move === null) return `The ${word(view).toLowerCase()} is over.${going(client)}`;
  if (!client.myTurn) {
    const away = table.seats[view.to_move].here ? "" : ", who has lost the connection";
    return `Waiting for ${named(client.nameOf(view.to_move))}${away}.`;
  }
  if (view.deal.phase === "exposing") return "Your turn: which cards do you expose?";
  const waiting = waits(view);
  if (waiting) return `${who(client, waiting.by)}: “${said(waiting.calls.at(-1))}”. What do you answer?`;
  return view.trick.length ? "Your turn: play a card." : "Your turn: lead a card.";
}

/** The chain of calls that awaits an answer, if one does. */
export const waits = (view) =>
  [view.deal.envido, view.deal.truco].find((chain) => chain && chain.awaits !== null);

/** Who has said that the next deal may come, and who has not. */
function going(client) {
  const people = client.table.seats.filter((seat) => seat.who === "person" && seat.here);
  const mine = client.seat !== null && client.table.seats[client.seat].ready;
  const others = people.filter((seat) => !seat.ready && seat !== client.table.seats[client.seat]);
  if ((mine || client.seat === null) && others.length) {
    return ` Waiting for ${listed(others.map((seat) => named(seat.name)))} to go on.`;
  }
  return "";
}

// What a client knows, kept up to date by events alone: it holds no rule of any game.

/** What the parts of a holding are called whose cards came to the hand, and whose cards left it unplayed. */
const CAME = ["dealt", "drawn", "come"];
const WENT = ["discarded", "gone"];

/** The cards of a holding, played or not: a list, or where cards come and go, an object with a list for each part. */
function together(own) {
  if (own === null || Array.isArray(own)) return own ?? [];
  const cards = CAME.flatMap((part) => own[part] ?? []);
  for (const card of WENT.flatMap((part) => own[part] ?? [])) cards.splice(cards.indexOf(card), 1); // it may come again
  return cards;
}

/** The cards of a hand that have not been played. */
const left = (own, played) => together(own).filter((card) => !played.includes(card));

/** The results of a match after another one. */
const withResult = (match, result, eldest) => ({
  ...match,
  results: [...match.results, result],
  scores: result.totals,
  eldest,
});

/**
 * The view after these events, which were told to the seat of that view; neither is changed.
 * What may be done next is not known from events: `legal_moves` is empty and `choices` is null until the next
 * view comes. The lists `hand` and `played` are in no order.
 */
export function follow(view, events) {
  const now = { ...view, legal_moves: [], choices: null };
  for (const event of events) {
    switch (event.kind) {
      case "deal_began":
        Object.assign(now, { deal: event.deal, tricks: [], trick: [], played: [], log: [], lines: [] });
        break;
      case "hand_dealt":
      case "hand_changed":
        now.own = event.own;
        break;
      case "acted":
        now.log = [...now.log, { seat: event.seat, move: event.move }];
        if (event.move.kind === "play") {
          now.trick = [...now.trick, event.move.card];
          now.played = [...now.played, event.move.card];
        }
        break;
      case "trick_taken":
        now.tricks = [...now.tricks, event.trick];
        now.trick = [];
        break;
      case "deal_changed":
        now.deal = event.deal;
        break;
      case "line_scored":
        now.lines = [...now.lines, event.line];
        break;
      case "deal_ended":
        now.match = withResult(now.match, event.result, event.eldest);
        break;
      case "match_ended":
        now.match = { ...now.match, outcome: event.outcome };
        break;
      case "turn_passed":
        now.to_move = event.seat;
        break;
      default: // an event of a later version: what it changes comes with the next view
    }
  }
  now.hand = left(now.own, now.played);
  now.scores = standing(now);
  return now;
}

/** The standing by side: of the finished deals, and what the deal on the table has scored so far. */
function standing(view) {
  const scores = [...view.match.scores];
  if (view.match.results.length < view.deal.number) {
    for (const line of view.lines) scores[line.side] += line.points;
  }
  return scores;
}

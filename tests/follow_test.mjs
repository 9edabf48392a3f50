// Follows matches with the page's `follow`; `test_server_following.py` runs it under Node.
//
// Standard input has one [client, events, view] a line: what a client is told, and the view it should have then.
// The first line of a client has no events (null). Fails with an exit code other than 0; prints a count.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Client } from "../examples/client/client.js";
import { follow } from "../examples/client/follow.js";

/** A view, less what cannot be known from events; sets of cards in one order. */
const plain = (view) => ({
  ...view,
  legal_moves: null,
  choices: null,
  hand: [...view.hand].sort(),
  played: [...view.played].sort(),
});

const kept = new Map(); // by events alone
const sent = new Map(); // as it should be
let compared = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [client, events, view] = JSON.parse(line);
  if (events === null) {
    kept.set(client, view);
    sent.set(client, view);
    continue;
  }
  const before = JSON.stringify(kept.get(client));
  const now = follow(kept.get(client), events);
  assert.equal(JSON.stringify(kept.get(client)), before, `${client}: follow changes nothing`);
  assert.deepEqual(plain(now), plain(view), client);
  const next = follow(sent.get(client), events);
  assert.deepEqual(plain(next), plain(view), client);
  assert.deepEqual([next.legal_moves, next.choices], [[], null], client);
  kept.set(client, now);
  sent.set(client, view);
  compared += 1;
}

// What may be chosen is kept until a move is sent, and is there again if the move is refused.
class Line extends EventTarget {
  readyState = 1;
  send() {}
  hear(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
}
let line;
const client = new Client({ url: "", WebSocket: function () { return (line = new Line()); } });
client.connect();
const choices = { kind: "exchange", cards: ["A♠", "K♠"], limit: 1 };
line.hear({ type: "view", view: { game: "any", legal_moves: [], choices } });
assert.deepEqual(client.choices, choices);
client.move({ kind: "exchange", cards: ["A♠", "K♠"] });
assert.equal(client.choices, null);
line.hear({ type: "refused", violation: {} });
assert.deepEqual(client.choices, choices);
console.log(compared);

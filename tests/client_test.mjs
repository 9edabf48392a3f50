// Plays with the client page's logic against the example server; `test_server_network.py` runs it under Node.
//
// node client_test.mjs URL FILE: writes all traffic to FILE, one [client, "sent" or "received", text] a line,
// and a summary to standard output; fails with an exit code other than 0.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { Client } from "../examples/client/client.js";
import { follow } from "../examples/client/follow.js";

const [url, file] = process.argv.slice(2);

/** The class to connect with, which writes down what goes each way. */
const recording = (name) =>
  class extends WebSocket {
    constructor(address) {
      super(address);
      this.addEventListener("message", (event) => record(name, "received", event.data));
    }

    send(text) {
      record(name, "sent", text);
      super.send(text);
    }
  };

const record = (...line) => appendFileSync(file, `${JSON.stringify(line)}\n`);

/** Numbers from 0 to 1 that are the same every time. */
function numbers(seed) {
  let now = seed;
  return () => (now = (now * 48271) % 2147483647) / 2147483647;
}

/** Where a client keeps its token. */
function storage() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

const waiting = new Set();

/** A connected client. Whenever a view comes, what it had made of events is compared with that view. */
async function started(name, kept = storage()) {
  let before = null;
  const client = new Client({
    url,
    WebSocket: recording(name),
    storage: kept,
    changed(now, message) {
      if (message?.type === "view" && before && message.view.deal.number) same(before, message.view, name);
      if (message?.type === "seated") before = null;
      if (message?.type === "view" || message?.type === "events") {
        before = now.view;
        counts[message.type] += 1;
      }
      for (const look of [...waiting]) look();
    },
  });
  client.connect();
  await until(() => client.connected, `${name} connects`);
  return client;
}

const counts = { view: 0, events: 0, compared: 0 };

/** A view that was kept by events says what the server's says, but for what may be done next. */
function same(kept, sent, name) {
  const plain = (view) => ({ ...view, legal_moves: null, choices: null, played: [...view.played].sort() });
  assert.deepEqual(plain(kept), plain(sent), `${name} follows`);
  counts.compared += 1;
}

/** Wait until something is the case, which is looked at whenever any client hears anything. */
function until(holds, what) {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error(`waited in vain: ${what}`)), 30000);
    const look = () => {
      if (!holds()) return;
      clearTimeout(limit);
      waiting.delete(look);
      done();
    };
    waiting.add(look);
    look();
  });
}

/** Play by the legal moves alone until this holds; every client goes on after each deal. */
async function play(clients, chance, holds, what) {
  for (let turns = 0; ; turns += 1) {
    assert.ok(turns < 5000, `too many turns: ${what}`);
    const free = (client) => client.legal.length > 0 || goesOn(client);
    await until(() => holds() || clients.some(free), what);
    if (holds()) return;
    const client = clients.find(free);
    if (client.legal.length === 0) {
      client.next();
      await until(() => !goesOn(client), "going on");
      continue;
    }
    const plays = client.legal.filter((move) => move.kind !== "call" || move.value !== "mazo");
    client.move(plays[Math.floor(chance() * plays.length)]);
    assert.deepEqual(client.legal, []);
  }
}

const goesOn = (client) => client.table?.phase === "between" && !client.table.seats[client.seat].ready;

// --- A match of Truco, to its end ------------------------------------------------------------------

async function truco() {
  const ana = await started("ana");
  ana.join("Кухня 🂡", "<img src=x onerror=alert(1)>", "truco");
  await until(() => ana.table, "ana sits");
  const bob = await started("bob");
  bob.join("Кухня 🂡", "بوب", null);
  await until(() => bob.view?.deal.number === 1 && ana.legal.length, "the first round");
  const eve = await started("eve");
  eve.watch("Кухня 🂡");
  await until(() => eve.view, "eve looks on");
  assert.deepEqual([ana.seat, bob.seat, eve.seat], [0, 1, null]);
  assert.deepEqual(eve.view.hand, []);
  assert.equal(bob.nameOf(0), "<img src=x onerror=alert(1)>");

  // Not bob's turn; a card that ana does not hold; a spectator.
  bob.move({ kind: "call", value: "truco" });
  await until(() => bob.refusal, "a refusal");
  assert.equal(bob.refusal.rule, "common.phase");
  ana.why({ kind: "play", card: bob.view.hand[0] });
  await until(() => ana.verdict, "a verdict");
  assert.equal(ana.verdict.violation.rule, "common.hold");
  assert.equal(ana.refusal, null);
  const legal = ana.legal;
  ana.move({ kind: "play", card: bob.view.hand[0] });
  assert.deepEqual(ana.legal, []);
  await until(() => ana.refusal, "a refusal");
  assert.deepEqual(ana.legal, legal);
  eve.move(legal[0]);
  await until(() => eve.refusal, "a refusal");
  assert.equal(eve.view.log.length, 0);

  await play([ana, bob], numbers(5), () => ana.view.match.outcome && bob.view.match.outcome, "the match");
  await until(() => eve.view.match.outcome, "eve sees the end");
  const { outcome, results } = ana.view.match;
  assert.ok(Math.max(...outcome.scores) >= 15);
  assert.deepEqual(bob.view.match, ana.view.match);
  assert.deepEqual(eve.view.match, ana.view.match);
  assert.deepEqual(results.reduce((sums, one) => sums.map((sum, at) => sum + one.scores[at]), [0, 0]), outcome.scores);

  // Another match, in which the other is first.
  ana.next();
  bob.next();
  await until(() => bob.legal.length && ana.view.deal.number === 1 && eve.view.deal.number === 1, "another match");
  assert.equal(ana.view.match.results.length, 0);
  for (const client of [ana, bob, eve]) client.close();
  return { rounds: results.length, scores: outcome.scores };
}

// --- Some deals of Gong Zhu, with bots, and a connection that is lost -------------------------------

async function gongZhu() {
  const kept = storage();
  const one = await started("one", kept);
  one.join("Pigs", "One", "gong_zhu");
  await until(() => one.table, "one sits");
  const two = await started("two");
  two.join("Pigs", "Two", "gong_zhu");
  await until(() => two.table, "two sits");
  one.bot("random");
  two.bot("random");
  const chance = numbers(11);
  await play([one, two], chance, () => one.view.tricks.length === 3, "three tricks");
  const before = one.view;

  one._socket.close(); // the connection is lost, and the client finds its seat again by itself
  await until(() => !one.connected, "the loss");
  await until(() => one.connected && one.view?.tricks.length >= 3, "the return");
  assert.deepEqual(one.view.own, before.own);
  assert.equal(one.seat, 0);

  const again = await started("again", kept); // as a page that is loaded anew
  await until(() => again.view && one.place === null, "the seat is taken over");
  assert.equal(again.seat, 0);
  assert.ok(JSON.parse(kept.getItem("seat")).token);
  const done = () => two.view.match.results.length >= 2 || two.view.match.outcome !== null;
  await play([again, two], chance, done, "two deals");
  again.leave();
  await until(() => again.place === null, "leaving");
  assert.equal(kept.getItem("seat"), null);
  await until(() => two.table.seats[0].who !== "person", "the seat is given up");
  const deals = two.view.match.results.length;
  for (const client of [one, two, again]) client.close();
  return { deals };
}

assert.deepEqual(follow({ own: null, played: [], log: [], lines: [], match: { scores: [], results: [] }, deal: { number: 0 } }, [{ kind: "new" }]).hand, []);
const result = { truco: await truco(), gongZhu: await gongZhu() };
assert.ok(counts.compared > 50, `views compared: ${counts.compared}`);
console.log(JSON.stringify({ ...result, ...counts }));

// The logic of a client, without a page: connects, keeps what its seat knows, and sends what it wants to do.
import { follow } from "./follow.js";

/** How long to wait before connecting again, in milliseconds: longer from time to time. */
const PAUSES = [300, 1000, 2000, 5000];

/**
 * One player, or somebody who looks on.
 *
 * `WebSocket` is the class to connect with, `storage` keeps the token ({getItem, setItem, removeItem}) so that
 * a seat is found again after a lost connection, and `changed(client, message)` is called after every message
 * and whenever the connection comes or goes (then `message` is null).
 *
 * To be read: `connected`, `hello` (games, bots), `tables`, `place` (table, preset, seat), `table` (who is
 * there), `view` (see follow.js), `refusal` and `error` (the last ones), `verdict` (the last answer to `why`).
 */
export class Client {
  constructor({ url, WebSocket, storage = null, changed = () => {} }) {
    this.url = url;
    this.storage = storage;
    this.changed = changed;
    this.connected = false;
    this.hello = null;
    this.tables = [];
    this.forget();
    this.refusal = null;
    this.error = null;
    this.verdict = null;
    this._WebSocket = WebSocket;
    this._closed = false;
    this._failures = 0;
    this._timer = null;
    this._replaced = false;
  }

  /** Connect, and connect again whenever the connection is lost, until `close`. */
  connect() {
    const socket = new this._WebSocket(this.url);
    this._socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this._socket) this._received(JSON.parse(event.data));
    });
    socket.addEventListener("error", () => {}); // "close" follows
    socket.addEventListener("close", () => {
      if (socket !== this._socket) return;
      this.connected = false;
      if (!this._closed) {
        const pause = PAUSES[Math.min(this._failures++, PAUSES.length - 1)];
        this._timer = setTimeout(() => this.connect(), pause);
      }
      this.changed(this, null);
    });
  }

  /** End the connection for good. The seat is kept: a client with the same storage finds it again. */
  close() {
    this._closed = true;
    clearTimeout(this._timer);
    this._socket?.close();
  }

  // --- What one can do -----------------------------------------------------------------------

  /** Sit down at a table; with a preset, it is set up if there is none of this name. */
  join(table, name, preset = null) {
    this._send({ type: "join", table, name, preset });
  }

  /** Look on at a table. */
  watch(table) {
    this._send({ type: "watch", table });
  }

  /** Have a bot take the next free seat. */
  bot(player) {
    this._send({ type: "bot", player });
  }

  /** Ask for the list of tables. */
  list() {
    this._send({ type: "tables" });
  }

  /** Go on to the next deal, or after the end to another match. */
  next() {
    this._send({ type: this.table?.phase === "over" ? "again" : "next" });
  }

  /** Leave the table for good. */
  leave() {
    this._send({ type: "leave" });
  }

  /** Make a move, one of `legal` or another; nothing is legal until the server has answered. */
  move(move) {
    this.refusal = null;
    if (this.view) {
      const { legal_moves, choices } = this.view;
      this._pending = { legal_moves, choices };
      this.view = { ...this.view, legal_moves: [], choices: null };
    }
    this._send({ type: "move", move: this._message(move) });
  }

  /** Ask why a move cannot be made; the answer is `verdict`. */
  why(move) {
    this._send({ type: "why", move: this._message(move) });
  }

  // --- What one sees -------------------------------------------------------------------------

  /** The seat at the table, or null for who looks on. */
  get seat() {
    return this.place?.seat ?? null;
  }

  /** The moves that can be made now: messages, less the two fields that each has. */
  get legal() {
    return this.view?.legal_moves ?? [];
  }

  /** What may be chosen where there are too many moves to list them ({kind, cards, limit}), or null. */
  get choices() {
    return this.view?.choices ?? null;
  }

  /** Whether it is for this client to move. */
  get myTurn() {
    return this.seat !== null && this.view?.to_move === this.seat;
  }

  /** Whether a card may be played now. */
  mayPlay(card) {
    return this.legal.some((move) => move.kind === "play" && move.card === card);
  }

  /** The calls that may be made now. */
  get calls() {
    return this.legal.filter((move) => move.kind === "call").map((move) => move.value);
  }

  /** The sets of cards that may be exposed now; empty when it is not the time for it. */
  get exposures() {
    return this.legal.filter((move) => move.kind === "expose").map((move) => move.cards);
  }

  /** The legal exposure of these cards, in whatever order, or undefined. */
  exposure(cards) {
    const same = (set) => set.length === cards.length && set.every((card) => cards.includes(card));
    return this.legal.find((move) => move.kind === "expose" && same(move.cards));
  }

  /** What a person at a seat is called. */
  nameOf(seat) {
    return this.table?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  // --- The connection ------------------------------------------------------------------------

  /** Forget the table. */
  forget() {
    this.place = null;
    this.table = null;
    this.view = null;
    this._pending = null;
  }

  _message(move) {
    return { version: 1, game: this.view?.game, ...move };
  }

  _send(message) {
    this.error = null;
    if (this._socket?.readyState === 1) this._socket.send(JSON.stringify(message));
  }

  _received(message) {
    switch (message.type) {
      case "hello":
        this._hello(message);
        break;
      case "tables":
        this.tables = message.tables;
        break;
      case "seated":
        this.place = { table: message.table, preset: message.preset, seat: message.seat };
        this._replaced = false;
        this._keep({ table: message.table, token: message.token });
        break;
      case "table":
        this.table = message;
        break;
      case "view":
        this.view = message.view;
        this._pending = null;
        break;
      case "events":
        this.view = follow(this.view, message.events.events);
        this._pending = null;
        break;
      case "refused":
        this.refusal = message.violation;
        this._unmoved();
        break;
      case "why":
        this.verdict = message;
        break;
      case "left":
        this.forget();
        this._replaced = message.reason === "replaced"; // the seat is another connection's now
        if (!this._replaced) this._keep(null);
        this.list();
        break;
      case "error":
        this.error = message;
        if (message.code === "token" || message.code === "table") this._keep(this.place && this._kept());
        this._unmoved();
        break;
      default: // a message of a later protocol
    }
    this.changed(this, message);
  }

  /** The connection is there: back to the seat, if there is one. */
  _hello(message) {
    this.connected = true;
    this._failures = 0;
    this.hello = message;
    this.tables = message.tables;
    this.forget();
    const kept = this._replaced ? null : this._kept();
    if (kept?.token) this._send({ type: "back", table: kept.table, token: kept.token });
    else if (kept) this.watch(kept.table);
  }

  /** The move was not made: what was legal before still is. */
  _unmoved() {
    if (this._pending && this.view) this.view = { ...this.view, ...this._pending };
    this._pending = null;
  }

  _kept() {
    return JSON.parse(this.storage?.getItem("seat") ?? "null");
  }

  _keep(seat) {
    if (seat) this.storage?.setItem("seat", JSON.stringify(seat));
    else this.storage?.removeItem("seat");
  }
}

// The page: makes a client, draws it after every message, and hands it what is clicked and typed.
import { complaint, draw, lines } from "./board.js";
import { Client } from "./client.js";
import { el, redraw, say } from "./draw.js";
import { act, told } from "./words.js";

const MOST_LINES = 300; // of the log

const page = Object.fromEntries(
  ["lobby", "game", "title", "seats", "trick", "facts", "status", "hand", "actions", "scores", "log", "reason", "connection",
    "tables", "form", "name", "table", "preset", "leave", "refresh"].map((id) => [id, document.getElementById(id)]),
);
const picked = new Set();
const address = new URL("ws", location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.search = address.hash = "";

/** Session storage is one tab's: two tabs are two players, and a page that is loaded again is the same one. */
const client = new Client({ url: address.href, WebSocket, storage: sessionStorage, changed });

function changed(client, message) {
  if (message) {
    const complains = complaint(client, message);
    if (complains !== null || !["tables", "table"].includes(message.type)) say(page.reason, complains ?? "");
    note(message);
    if (message.type === "hello") presets(message.games);
  }
  if (!client.exposures.length) picked.clear();
  say(page.connection, client.connected ? "" : "Not connected. Trying again …");
  draw(client, page, picked);
  if (client.hello && !client.place) redraw(page.tables, tables());
}

// --- The lobby -----------------------------------------------------------------------------------

function tables() {
  const sits = (table) => page.name.reportValidity() && client.join(table, page.name.value);
  const found = lines(client, sits, (table) => client.watch(table));
  return found.length ? found : [el("li", { class: "hint" }, "There is no table yet: set one up.")];
}

function presets(games) {
  if (page.preset.options.length) return;
  page.preset.append(...games.map((game) => el("option", { value: game.preset }, game.title)));
}

page.form.addEventListener("submit", (event) => {
  event.preventDefault();
  localStorage.setItem("name", page.name.value);
  client.join(page.table.value, page.name.value, page.preset.value);
});
page.refresh.addEventListener("click", () => client.list());
page.leave.addEventListener("click", () => {
  const midst = client.seat !== null && ["playing", "between"].includes(client.table?.phase);
  if (!midst || confirm("Leave the table? A bot will play on in your place.")) client.leave();
});
page.name.value = localStorage.getItem("name") ?? "";

// --- The log -------------------------------------------------------------------------------------

let fresh = true; // whether the next view tells of what was before we came

function note(message) {
  if (message.type === "seated") {
    fresh = true;
    page.log.replaceChildren();
  }
  if (message.type === "view" && fresh) {
    fresh = false;
    write(message.view.log.map((one) => act(client, one.seat, one.move)));
  }
  if (message.type === "events") write(message.events.events.map((event) => told(client, event)));
}

function write(sentences) {
  page.log.append(...sentences.filter(Boolean).map((text) => el("li", {}, text)));
  while (page.log.childElementCount > MOST_LINES) page.log.firstElementChild.remove();
  page.log.scrollTop = page.log.scrollHeight;
}

// --- The keyboard --------------------------------------------------------------------------------

page.hand.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const cards = [...page.hand.children];
  const at = cards.indexOf(document.activeElement);
  cards[(at + step + cards.length) % cards.length]?.focus();
  event.preventDefault();
});

client.connect();

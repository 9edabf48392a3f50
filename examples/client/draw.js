// Elements of the page: whatever is text is put in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `props` are attributes, but for `on` (listeners by event) and `key` (by which the focus is found
 * again after drawing anew); those that are null or false are left out. Children are elements and texts.
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  const { on = {}, key = null, ...attributes } = props;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  if (key !== null) made.dataset.key = key;
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button with a text. */
export const button = (text, click, props = {}) => el("button", { type: "button", on: { click }, ...props }, text);

/** Put these children in place of what is there; the focus stays on the element with the same key. */
export function redraw(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active.dataset.key : undefined;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key === undefined) return;
  const again = [...parent.querySelectorAll("[data-key]")];
  (again.find((one) => one.dataset.key === key) ?? again.find((one) => one.tagName === "BUTTON"))?.focus();
}

/** Say something where it is read aloud, unless it has been said. */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

// --- Cards ---------------------------------------------------------------------------------------

const FRENCH = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

const SHAPES = {
  oro: ["M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zm0 3a7 7 0 1 1 0 14a7 7 0 1 1 0-14z", "M12 8l1.2 2.8 2.8 1.2-2.8 1.2L12 16l-1.2-2.8L8 12l2.8-1.2z"],
  copa: ["M5 3h14v3a7 7 0 0 1-5.5 6.8V17H17v3.5H7V17h3.5v-4.2A7 7 0 0 1 5 6z"],
  espada: ["M12 1l2.2 3.2V15H9.8V4.2z", "M6 15.2h12v2H6z", "M11 17.4h2V22h-2z"],
  basto: ["M10 22.5L9.6 13C7 11 6.8 8 8 6C7.4 3 10 1.2 12 1.5C14.5 1 17 3.5 16 6C17.4 8.5 16.5 11.5 14.2 13L13.6 22.5z"],
};

/** A card's parts: "Q♠" and "7 de oro" are written as the library writes them. */
export function parts(card) {
  const spanish = /^(\d+) de (\w+)$/.exec(card);
  if (spanish) return { rank: spanish[1], suit: spanish[2], name: card, order: 0 };
  const suit = card.slice(-1);
  return { rank: card.slice(0, -1), suit: FRENCH[suit], name: card, sign: suit, order: "♠♥♣♦".indexOf(suit) };
}

/** Cards in the order in which a hand is held: colours alternate. */
export const sorted = (cards) => [...cards].sort((one, two) => parts(one).order - parts(two).order);

function symbol({ suit, sign }) {
  if (sign) return el("span", { class: "sign", "aria-hidden": "true" }, `${sign}\ufe0e`); // not as an emoji
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of SHAPES[suit] ?? []) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    path.setAttribute("fill-rule", "evenodd");
    svg.append(path);
  }
  return svg;
}

/** The face of a card, in an element of its own: a picture, or a button with these properties. */
export function face(card, tag = "span", props = {}) {
  const { rank, suit, sign } = parts(card);
  const label = sign ? `${rank} of ${suit}` : card;
  const { class: more = "", label: add = "", ...others } = props;
  return el(
    tag,
    { class: `card ${suit} ${more}`.trim(), "aria-label": label + add, role: tag === "span" ? "img" : null, ...others },
    el("span", { class: "rank", "aria-hidden": "true" }, rank),
    symbol(parts(card)),
    sign ? null : el("span", { class: "suit", "aria-hidden": "true" }, suit),
  );
}

/** A card in a line of text. */
export const small = (card) => {
  const { rank, suit, sign } = parts(card);
  return el("span", { class: `small ${suit}` }, sign ? `${rank}${sign}\ufe0e` : card);
};

"use strict";
// The scoreboard: what everybody may see, and each moment on a card, large while it is new, small afterwards.

const MOMENT_MS = 3500, COMES_MS = 700, MOST_WAITING = 6, MOST_LATELY = 3;
const PIPS = { 1: [[1, 1]], 2: [[0, 2], [2, 0]], 3: [[0, 2], [1, 1], [2, 0]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]], 5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] };

let lately = [], waiting = [], large = null, momentTimer = 0;

// Takes in what has just happened; a step taken back takes its moments along, a TV just switched on shows none large.
function hear_moments(message, isFirst) {
  const found = message.moments || [];
  if (message.is_moved) lately = [];
  lately = [...found.slice().reverse(), ...lately].slice(0, MOST_LATELY);
  waiting = isFirst || message.is_moved ? [] : found.slice(-MOST_WAITING);
  next_moment();
}

function next_moment() {
  clearTimeout(momentTimer);
  const moment = waiting.shift();
  large = moment ? moment_card(moment) : null;
  if (moment) momentTimer = setTimeout(() => { next_moment(); render(); }, MOMENT_MS);
}

function player_of(id) { return told.view.players.find((player) => player.id === id); }

function die_picture(face) {
  const node = svg("svg", { class: "face", viewBox: "0 0 100 100", role: "img", "aria-label": String(face.label || face.id) }, svg("rect", { width: 100, height: 100, rx: 22, class: "body" }));
  if (face.icon && isDrawn(face.icon)) node.append(svg("use", { href: "#i-" + face.icon, x: 19, y: 19, width: 62, height: 62 }));
  else if (PIPS[face.id]) node.append(...PIPS[face.id].map(([column, row]) => svg("circle", { cx: 26 + 24 * column, cy: 26 + 24 * row, r: 8.8, fill: "currentColor" })));
  else { const text = svg("text", { x: 50, y: 52, "font-size": 40, "font-weight": 800, "text-anchor": "middle", "dominant-baseline": "central", fill: "currentColor" }); text.textContent = String(face.label || face.id).slice(0, 3); node.append(text); }
  return node;
}

// Dice where some fell, who did it to whom, or one icon.
function moment_picture(moment) {
  const who = player_of(moment.player), other = player_of(moment.other);
  if ((moment.faces || []).length) return make("div", { class: `picture is-${moment.faces.length > 4 ? 3 : moment.faces.length > 1 ? 2 : 1}` }, moment.faces.map(die_picture));
  if (who && other) return make("div", { class: "picture is-3", "aria-hidden": "true" }, shape(who.seat), icon(moment.icon || "next"), shape(other.seat));
  return make("div", { class: "picture is-1", "aria-hidden": "true" }, icon(moment.icon || "info"));
}

function hands_of(moment) {
  const order = moment.order || [], at = (player) => (order.includes(player.id) ? order.indexOf(player.id) : 99);
  const players = [...told.view.players].sort((a, b) => at(a) - at(b) || a.seat - b.seat);
  return players.map((player) => [player, (moment.cards || []).filter((card) => card.owner === player.id)]).filter(([, cards]) => cards.length);
}

function moment_card(moment) {
  const hands = hands_of(moment), who = player_of(moment.player), details = moment.details || [];
  const card = make("article", { class: `moment is-large ${moment.tone}` });
  setTimeout(() => card.classList.add("has-come"), COMES_MS);
  if (hands.length) {
    card.append(make("div", { class: "said" }, make("h2", {}, moment.order && details.length ? details[details.length - 1] : moment.headline),
      make("div", { class: "hands" }, hands.map(([player, cards]) => make("div", { class: `hand seat-${player.seat % 6}` }, make("p", {}, shape(player.seat), player.name),
        cards.map((one) => make("div", { class: "card" }, card_face(one))))))));
    return card;
  }
  card.append(moment_picture(moment), make("div", { class: "said" }, who ? make("p", { class: "who" }, shape(who.seat), who.name) : null, make("h2", {}, moment.headline),
    details.length ? make("p", { class: "quiet" }, details.join(" ")) : null,
    (moment.instructions || []).length ? make("ol", {}, moment.instructions.map((text) => make("li", {}, text))) : null));
  return card;
}

function small_card(moment, number) {
  return make("article", { class: `moment ${moment.tone}${number ? "" : " is-first"}` }, hands_of(moment).length ? null : moment_picture(moment),
    make("p", {}, moment.order && (moment.details || []).length ? moment.details[moment.details.length - 1] : moment.headline));
}

function tv_page() {
  const view = told.view, board = view.board, isWide = board && board.width / board.height > WIDE, counters = counters_part();
  const header = make("header", {}, make("div", { class: "who" }, make("h1", {}, view.prompt.headline)), make("span", { class: "where" }, where()), isAway ? line_state() : null);
  const isQuiet = !(told.moments || []).length, said = isQuiet ? (view.log || []).slice(-1).map((entry) => entry.text) : [];
  const todo = (told.moments || []).flatMap((moment) => moment.instructions || []);
  const row = make("div", { class: "moments", role: "log" }, lately.map(small_card),
    [...todo.slice(-2), ...said].map((text) => make("article", { class: "moment todo" }, make("p", {}, text))),
    counters ? make("article", { class: "moment" }, counters) : null);
  const stage = make("div", { class: "stage" }, board_part(), large);
  app.replaceChildren(header, make("main", { class: isWide ? "is-wide-board" : "" }, player_rows(), stage, row));
}

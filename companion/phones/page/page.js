"use strict";
// One page for a seat, a TV and a guest: it draws the blocks that it is told, and sends what is touched.

const app = document.getElementById("app"), sheet = document.getElementById("sheet"), news = document.getElementById("news");
const language = (navigator.languages || [navigator.language || "en"]).map((l) => l.slice(0, 2).toLowerCase()).find((l) => l === "en" || l === "fr") || "en";
const AGAIN_MS = 400, MOST_AGAIN_MS = 2000, MOST_RETRIES = 20, MOST_BUTTONS = 6;

let words = {}, line = null, told = null, isAway = true, again = AGAIN_MS, join = null, gone = null;
let knocked = null;         // the place that was asked for last, until the table is known to have heard it
let pending = null;         // the one request that the table has not answered yet; it outlives a lost line
let picks = [], dice = new Set(), figureChosen = "", offer = null, refusal = null, asking = "", litFor = null, isWhole = false;
let lastTurn = "", timer = 0;
const liked = { leftHanded: false, sound: false, large: false, light: window.matchMedia("(prefers-color-scheme: light)").matches };
try { Object.assign(liked, JSON.parse(localStorage.getItem("liked") || "{}")); } catch { /* a browser that keeps nothing */ }

// Small things.

function say(key, given = {}) { return (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => given[name] ?? ""); }

function make(name, given = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "key") node.dataset.key = value;
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

function button(label, act, { kind = "plain", icon: name, key, disabled, pressed } = {}) {
  return make("button", { type: "button", class: kind, key: key || label, disabled, "aria-pressed": pressed === undefined ? null : String(pressed), onclick: act },
    name ? icon(name) : null, make("span", { class: "label" }, label));
}

function shape(seat, extra = "") { const node = icon("shape-" + SHAPES[seat % 6], "shape " + extra); node.classList.add("seat-" + (seat % 6)); return node; }

function section(title, ...children) {
  const kept = children.flat().filter(Boolean);
  return kept.length ? make("section", { "aria-label": title || null }, title ? make("h3", {}, title) : null, ...kept) : null;
}

function fresh() { return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join(""); }

function keep() {
  try { localStorage.setItem("liked", JSON.stringify(liked)); } catch { /* then for this time only */ }
  dress();
}

function dress() {
  // A TV in a living room stays dark, whatever its browser says it likes.
  document.documentElement.classList.toggle("light", liked.light && !(told && told.role === "tv"));
  document.documentElement.classList.toggle("large", liked.large);
  document.body.classList.toggle("left-handed", liked.leftHanded);
}

// The line.

async function begin() {
  dress();
  document.documentElement.lang = language;
  const get = async (path) => { const answer = await fetch(path); if (!answer.ok) throw new Error(path); return answer; };
  let icons, said;
  try { [icons, said] = await Promise.all([get("/icons.svg").then((r) => r.text()), get("/words/" + language).then((r) => r.json())]); }
  catch { setTimeout(begin, AGAIN_MS); return; }
  words = said;
  document.getElementById("icons").append(document.importNode(new DOMParser().parseFromString(icons, "image/svg+xml").documentElement, true));
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  if (token) {
    history.replaceState(null, "", "/");
    await enter({ token });
  }
  connect();
}

async function enter(given) {
  try {
    const answer = await fetch("/enter", { method: "POST", body: JSON.stringify(given), headers: { "Content-Type": "application/json" } });
    const said = await answer.json();
    if (!said.ok) { gone = null; join = { kind: "pin", message: said.message || say("gone") }; render(); return false; }
    gone = null; join = null;
    return true;
  } catch { return false; }
}

async function connect() {
  clearTimeout(timer);
  let known = null;
  try { known = (await (await fetch("/me")).json()).known; } catch { known = null; }
  if (known === null) { lost(); return; }
  if (!known) { isAway = false; told = null; join = join || { kind: "pin" }; render(); return; }
  const socket = new WebSocket(`ws://${location.host}/line`);
  line = socket;
  socket.onopen = () => { again = AGAIN_MS; send({ do: "hello", language }); if (knocked) send(knocked); };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => { if (line === socket) lost(); };
}

function lost() {
  line = null;
  if (pending && pending.message.do === "ask") { pending = null; asking = ""; }
  if (gone) { render(); return; }
  if (!isAway) { isAway = true; render(); }
  clearTimeout(timer); timer = setTimeout(connect, again);
  again = Math.min(MOST_AGAIN_MS, again * 1.6);
}

function send(message) { if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message)); }

function hear(message) {
  isAway = false;
  if (message.kind === "gone") { gone = message; told = null; pending = null; knocked = null; join = null; line = null; render(); return; }
  if (message.kind === "join") { join = message; told = null; if (join.wants || join.was_refused) knocked = null; render(); return; }
  if (message.kind === "lit") { litFor = message; render(); return; }
  if (message.kind === "answer") { hear_answer(message); return; }
  if (message.kind !== "view") return;
  const isNew = !told || told.revision !== message.revision || told.player !== message.player;
  const isFirst = !told;
  told = message; join = null; knocked = null;
  if (isNew) forget();
  if (isNew && told.role === "tv") hear_moments(told, isFirst);
  // What the table never answered is asked again; it does nothing twice.
  if (pending && pending.message.do !== "ask") {
    if (pending.isStale) retry(); else send(pending.message);
  }
  announce();
  render();
}

function forget() {
  picks = picks.filter((value) => picker() && picker().options.some((option) => option.value === value));
  dice.clear(); figureChosen = ""; offer = null; asking = "";
  if (refusal && refusal.revision < told.revision) refusal = null;
}

function hear_answer(answer) {
  if (!answer.id) { knocked = null; refusal = { ...answer, revision: told ? told.revision : 0 }; if (join) join = { ...join, message: answer.message }; render(); return; }
  if (!pending || pending.message.id !== answer.id) return;
  if (answer.error === "away" && pending.message.do !== "ask") return;   // it is sent again with the next view
  if (answer.error === "stale" && pending.message.do !== "ask" && pending.tries < MOST_RETRIES) {
    pending.isStale = true; pending.why = answer.message;
    if (told && told.revision >= answer.revision) retry();
    render();
    return;
  }
  const asked = pending.message;
  pending = null;
  if (asked.do === "ask") { hear_ways(asked, answer); return; }
  if (!answer.ok) refusal = { ...answer, revision: answer.revision ?? told.revision };
  else { picks = []; refusal = null; }
  render();
}

// Others may choose at the same time: what is still offered as it was is sent again for the new revision.
function retry() {
  const asked = pending.message, command = (asked.commands || [])[0];
  const still = command ? choices().some((c) => c.group === "secret" && c.command.command === command.command) : told.can_take_chance;
  if (!still || (asked.commands || []).length > 1) {
    refusal = { message: pending.why, rules: {}, revision: told.revision };
    pending = null;
    render();
    return;
  }
  pending = { message: { ...asked, revision: told.revision }, tries: pending.tries + 1 };
  send(pending.message);
}

function request(message) {
  if (pending) return;
  pending = { message: { ...message, id: fresh(), revision: told.revision }, tries: 0 };
  refusal = null;
  send(pending.message);
  render();
}

function announce() {
  const view = told.view, mine = told.role === "seat" && (view.prompt.player === told.player || choices().some((c) => c.group === "secret"));
  const text = view.prompt.headline;
  if (news.textContent !== text) news.textContent = text;
  const turn = mine ? text : "";
  if (turn && turn !== lastTurn && liked.sound) beep();
  lastTurn = turn;
}

function beep() {
  try {
    const sound = new AudioContext(), tone = sound.createOscillator(), loud = sound.createGain();
    tone.frequency.value = 660; loud.gain.setValueAtTime(0.15, sound.currentTime); loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.35);
    tone.connect(loud).connect(sound.destination); tone.start(); tone.stop(sound.currentTime + 0.36);
    if (navigator.vibrate) navigator.vibrate(60);
  } catch { /* silence is fine */ }
}

// What may be done now.

function choices() { return (told && told.view.choices) || []; }
function group_of(choice) { return choice.group || "main"; }
function isMyTurn() { return told.view.prompt.player === told.player || told.view.prompt.player === undefined; }

function samePicks(choice) {
  const asks = choice.asks || [];
  if (!asks.length || asks.some((ask) => ask.kind !== "choice")) return null;
  const first = JSON.stringify(asks[0].options.map((option) => option.value));
  return asks.every((ask) => JSON.stringify(ask.options.map((option) => option.value)) === first) ? asks[0].options : null;
}

// A row of picks from one set, such as two cards of a hand.
function picker() {
  const choice = choices().find((c) => group_of(c) === "secret" && (c.asks || []).length > 1 && samePicks(c));
  return choice ? { choice, options: samePicks(choice) } : null;
}

function asksDice(choice) { return (choice.asks || []).length === 1 && choice.asks[0].kind === "dice"; }
function isDraw(choice) { return choice.command.command === "RevealCard" && ["secret", "chance"].includes(group_of(choice)) && !(choice.asks || []).length; }

function take(choice, more = {}) {
  if ((choice.asks || []).length && !Object.keys(more).length) {
    if (asksDice(choice) && dice.size) {
      const ask = choice.asks[0], values = ask.options.map((option) => option.value).filter((value) => dice.has(String(value)));
      request({ do: "submit", commands: [{ ...choice.command, [ask.id]: values }] });
    } else ask_form(choice);
    return;
  }
  request({ do: "submit", commands: [{ ...choice.command, ...more }] });
}

function take_chance() { request({ do: "chance" }); }

function mover() {
  const pieces = told.view.board ? told.view.board.pieces || [] : [], movers = pieces.filter((piece) => piece.can_move);
  if (movers.some((piece) => piece.id === figureChosen)) return figureChosen;
  const found = movers.find((piece) => piece.is_active) || movers[0] || pieces.find((piece) => piece.is_active);
  return found ? found.id : "";
}

function touch_space(space) {
  if (told.role !== "seat" || pending) return;
  if (offer && offer.space === space) { go(); return; }
  offer = null; refusal = null;
  const here = choices().filter((choice) => choice.space === space);
  const lit = lights();
  const standing = (told.view.board.pieces || []).find((piece) => piece.space === space && piece.can_move && piece.id !== mover());
  if (standing && !lit.has(space)) { figureChosen = standing.id; render(); return; }
  if (here.length && !(litFor && litFor.revision === told.revision && litFor.spaces.includes(space) && here.every((c) => group_of(c) === "step"))) {
    if (here.length === 1 && !(here[0].asks || []).length) { offer = { space, ways: [{ summary: here[0].label, path: [], commands: [here[0].command] }], index: 0 }; render(); }
    else pick_one(here);
    return;
  }
  if (!isMyTurn() || !mover()) return;
  asking = space;
  request({ do: "ask", figure: mover(), space });
}

function hear_ways(asked, answer) {
  asking = "";
  if (answer.ok && answer.ways && answer.ways.length) offer = { space: asked.space, ways: answer.ways, index: 0 };
  else refusal = { ...answer, revision: told.revision, space: asked.space };
  render();
}

function go() { const way = offer.ways[offer.index]; offer = null; request({ do: "submit", commands: way.commands }); }

function lights() {
  const board = told.view.board, found = new Set(board.lit || []);
  if (litFor && litFor.revision === told.revision && told.role === "seat" && isMyTurn()) litFor.spaces.forEach((space) => found.add(space));
  if (told.role === "seat") choices().forEach((choice) => { if (choice.space) found.add(choice.space); });
  return found;
}

// Sheets.

function open_sheet(title, body, ends) {
  sheet.replaceChildren(make("h2", { id: "sheet-title" }, title), make("div", { class: "body" }, body), make("div", { class: "ends" }, ends));
  sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function close_sheet() { if (sheet.open) sheet.close(); }
function closing() { return button(say("close"), close_sheet); }

function pick_one(found) {
  open_sheet(told.view.prompt.headline, make("div", { class: "choices" }, found.map((choice) => choice_button(choice))), closing());
}

function show_rules(clauses) {
  const rules = { ...told.rules, ...((refusal && refusal.rules) || {}) };
  open_sheet(say("rule"), make("ul", { class: "rules" }, clauses.filter((c) => rules[c]).map((c) => rule_line(c, rules[c]))), closing());
}

function rule_line(number, rule) {
  return make("li", {}, make("p", {}, rule.text), make("p", { class: "quiet small" }, number + (rule.page ? " · " + say("page", { page: rule.page }) : "")));
}

async function all_rules() {
  let rules = {};
  try { rules = await (await fetch("/rules/" + language)).json(); } catch { return; }
  const list = make("ul", { class: "rules" });
  const fill = (text) => list.replaceChildren(...Object.entries(rules).filter(([number, rule]) => (number + " " + rule.text).toLowerCase().includes(text.toLowerCase())).slice(0, 60).map(([number, rule]) => rule_line(number, rule)));
  fill("");
  open_sheet(say("rules"), [make("input", { type: "search", "aria-label": say("search"), placeholder: say("search"), oninput: (event) => fill(event.target.value) }), list], closing());
}

function show_card(card) {
  open_sheet(card.title, [make("div", { class: "counters" }, (card.icons || []).map((badge) => counter(badge.icon, badge.label, badge.count ?? 1))), ...(card.lines || []).map((text) => make("p", {}, text))], closing());
}

function settings() {
  const toggle = (name, key) => make("label", { class: "switch" }, make("input", { type: "checkbox", checked: liked[name], onchange: (event) => { liked[name] = event.target.checked; keep(); render(); } }), say(key));
  open_sheet(say("settings"), [toggle("leftHanded", "left_handed"), toggle("large", "large_text"), toggle("light", "light"), toggle("sound", "sound"),
    button(say("leave"), () => { close_sheet(); send({ do: "leave" }); }, { kind: "plain danger" })], closing());
}

function first_answer(ask) {
  if (ask.default !== undefined && ask.default !== null) return ask.default;
  if (ask.kind === "choice") return ask.options && ask.options.length ? ask.options[0].value : null;
  return { many: [], dice: [], toggle: false, number: ask.minimum || 0, text: "" }[ask.kind];
}

function ask_form(choice) {
  const answers = Object.fromEntries(choice.asks.map((ask) => [ask.id, first_answer(ask)]));
  const show = () => open_sheet(choice.label, choice.asks.map((ask) => field(ask, answers, show)),
    [button(say("cancel"), close_sheet), button(say("ok"), () => { close_sheet(); take(choice, answers); }, { kind: "go" })]);
  show();
}

function field(ask, answers, show) {
  const set = (value) => { const top = sheet.scrollTop; answers[ask.id] = value; show(); sheet.scrollTop = top; };
  const now = answers[ask.id], isOn = (value) => Array.isArray(now) && now.some((one) => one === value);
  let body = [];
  if (ask.kind === "choice") body = ask.options.map((option) => button(option.label, () => set(option.value), { kind: "choice" + (option.value === now ? " is-chosen" : ""), icon: option.icon, pressed: option.value === now }));
  else if (ask.kind === "many" || ask.kind === "dice") body = ask.options.map((option) => button(option.label, () => set(isOn(option.value) ? now.filter((one) => one !== option.value) : [...now, option.value]), { kind: "choice" + (isOn(option.value) ? " is-chosen" : ""), icon: option.icon, pressed: isOn(option.value) }));
  else if (ask.kind === "toggle") body = [false, true].map((value) => button(say(value ? "yes" : "no"), () => set(value), { kind: "choice" + (value === now ? " is-chosen" : ""), pressed: value === now }));
  else if (ask.kind === "number") body = [make("div", { class: "number" },
    button("−", () => set(Math.max(ask.minimum ?? -999, now - 1)), { key: ask.id + "-" }), make("output", { "aria-live": "polite" }, String(now)),
    button("+", () => set(Math.min(ask.maximum ?? 999, now + 1)), { key: ask.id + "+" }))];
  else body = [make("input", { type: "text", value: now || "", maxlength: 60, "aria-label": ask.label, oninput: (event) => { answers[ask.id] = event.target.value; } })];
  return make("fieldset", {}, make("legend", {}, ask.label), ask.help ? make("p", { class: "quiet small" }, ask.help) : null, ...body);
}

// Parts of the page.

function counter(name, label, value, maximum) {
  const text = maximum !== undefined && maximum !== null ? `${value}/${maximum}` : String(value);
  const node = make("span", { class: "counter" + (value ? "" : " is-none"), role: "img", "aria-label": `${label}: ${text}`, title: label });
  node.append(icon(name), make("b", {}, text));
  return node;
}

function badge(given) {
  const count = given.count ?? 1;
  const node = make("span", { class: "counter", role: "img", "aria-label": given.label + (count > 1 ? ` × ${count}` : ""), title: given.label });
  node.append(toned(icon(given.icon), given.tone));
  if (count > 1 || given.icon === "place") node.append(String(count));
  return node;
}

function card_face(card, label) {
  const icons = (card.icons || []).flatMap((b) => Array.from({ length: Math.min(b.count ?? 1, 9) }, () => toned(icon(b.icon), b.tone)));
  return [card.value !== undefined && card.value !== null ? make("span", { class: "value" }, String(card.value)) : null,
    icons.length ? make("span", { class: "badges", "aria-hidden": "true" }, icons) : null,
    make("span", { class: "title" }, label || card.title),
    (card.lines || []).length ? make("span", { class: "lines" }, card.lines.join(" ")) : null];
}

function card_words(card, label) {
  return [label || card.title, card.value, ...(card.icons || []).map((b) => `${b.count ?? 1} ${b.label}`), ...(card.lines || [])].filter((part) => part !== undefined && part !== null && part !== "").join(", ");
}

function card_button(card, label, act, { mark, isPicked, isFaded, key } = {}) {
  const inside = [...card_face(card, label), mark ? make("span", { class: "mark" }, mark) : null];
  const spoken = card_words(card, label) + (mark ? ", " + mark : "");
  if (!act) return make("button", { type: "button", class: "card" + (isFaded ? " is-faded" : ""), key: key || "card " + card.id, "aria-label": spoken, onclick: () => show_card(card) }, inside);
  return make("button", { type: "button", class: "card" + (isPicked ? " is-picked" : ""), key: key || "card " + card.id, "aria-label": spoken, "aria-pressed": isPicked === undefined ? null : String(isPicked), disabled: !!pending, onclick: act }, inside);
}

function choice_button(choice) {
  const act = () => { close_sheet(); take(choice); };
  const main = button(choice.label + ((choice.asks || []).length ? "…" : ""), act, { kind: "choice", icon: choice.icon || "next", key: "choice " + JSON.stringify(choice.command), disabled: !!pending });
  const clauses = [...(choice.clauses || []), ...(choice.asks || []).flatMap((ask) => ask.clauses || [])].filter((c) => told.rules[c]);
  if (!clauses.length) return main;
  const info = make("button", { type: "button", class: "round", "aria-label": `${say("rule")}: ${choice.label}`, onclick: () => show_rules(clauses) }, icon("info"));
  return make("div", { class: "with-rule" }, main, info);
}

function my_cards() {
  const cards = told.view.cards || [], player = told.player;
  const named = choices().filter((choice) => choice.card && group_of(choice) !== "table");
  const used = new Set(), pick = picker(), parts = [];
  if (pick) {
    const asks = pick.choice.asks, next = asks[Math.min(picks.length, asks.length - 1)];
    const tiles = pick.options.map((option) => {
      const card = cards.find((c) => c.id === String(option.value)) || { id: String(option.value), title: option.label };
      used.add(card.id);
      const at = picks.indexOf(option.value);
      return card_button(card, option.label.length < 40 ? "" : undefined, () => {
        if (at >= 0) picks.splice(at, 1); else if (picks.length < asks.length) picks.push(option.value); else picks[asks.length - 1] = option.value;
        render();
      }, { mark: at >= 0 ? asks[at].label.split(":")[0] : "", isPicked: at >= 0 });
    });
    const picked = picks.map((value) => cards.find((card) => card.id === String(value))).filter(Boolean);
    parts.push(section(`${next.label} · ${say("only_you")}`, make("div", { class: "cards" }, tiles), picked.length ? together(picked) : null));
  }
  const mine = cards.filter((card) => card.owner === player && !used.has(card.id));
  const hand = mine.filter((card) => card.zone === "hand" || card.zone === undefined || card.zone === "table");
  const others = mine.filter((card) => !hand.includes(card));
  const tile = (card) => {
    const can = named.filter((choice) => choice.card === card.id || alike(card, cards.find((c) => c.id === choice.card)));
    return card_button(card, "", can.length === 1 ? () => take(can[0]) : can.length ? () => pick_one(can) : null, { isFaded: !can.length && named.length > 0 });
  };
  if (hand.length) parts.push(section(`${say("hand")} · ${say("only_you")}`, make("div", { class: "cards" }, hand.map(tile))));
  if (others.length) parts.push(section(say("played"), make("div", { class: "cards" }, others.map(tile))));
  const open = cards.filter((card) => card.owner !== player && (card.owner === undefined || card.owner === null) && card.is_face_up !== false);
  if (open.length) parts.push(section(say("cards"), make("div", { class: "cards" }, open.map(tile))));
  return parts;
}

// What the picked cards give, all of them counted together.
function together(cards) {
  const sums = new Map();
  for (const given of cards.flatMap((card) => card.icons || [])) sums.set(given.icon, { ...given, count: (sums.get(given.icon)?.count ?? 0) + (given.count ?? 1) });
  return make("p", { class: "counters together" }, [...sums.values()].map((given) => counter(given.icon, given.label, given.count)));
}

function alike(card, other) { return other && card.owner === other.owner && JSON.stringify({ ...card, id: "" }) === JSON.stringify({ ...other, id: "" }); }

function my_choices(primary) {
  const cards = new Set((told.view.cards || []).map((card) => card.id)), pick = picker();
  const shown = choices().filter((choice) => choice !== primary && group_of(choice) !== "chance" && !(pick && choice === pick.choice) && !(choice.card && cards.has(choice.card)) && !(isDraw(choice) && told.can_take_chance));
  const steps = shown.filter((choice) => group_of(choice) === "step"), rest = shown.filter((choice) => group_of(choice) !== "step" && !(choice.space && shown.length > MOST_BUTTONS));
  const placed = shown.filter((choice) => group_of(choice) !== "step" && choice.space && shown.length > MOST_BUTTONS);
  const parts = rest.length || (steps.length + placed.length && steps.length + placed.length <= 3) ? [make("div", { class: "choices" }, rest.map(choice_button))] : [];
  const hidden = [...placed, ...steps];
  if (hidden.length && hidden.length <= 3) parts[0].append(...hidden.map(choice_button));
  else if (hidden.length) parts.push(make("details", { key: "steps", open: opened.has("steps"), ontoggle: (event) => remember(event, "steps") }, make("summary", {}, `${say("more")} (${hidden.length})`), make("div", { class: "choices" }, hidden.map(choice_button))));
  const drawn = told.can_take_chance ? choices().filter(isDraw) : [];
  const own = drawn.filter((choice) => group_of(choice) === "secret");
  if (own.length) parts.push(make("details", { key: "drew", open: opened.has("drew"), ontoggle: (event) => remember(event, "drew") }, make("summary", {}, say("drew")), make("div", { class: "choices" }, own.map(choice_button))));
  return parts;
}

const opened = new Set();
function remember(event, name) { if (event.target.open) opened.add(name); else opened.delete(name); }

function primary_choice() {
  if (told.can_take_chance || picker()) return null;
  return choices().find((choice) => choice.is_primary && group_of(choice) === "main" && !(choice.asks || []).length && !choice.space) || null;
}

function notices() {
  const found = [];
  if (refusal) found.push(make("div", { class: "notice refusal", role: "alert" }, make("p", {}, refusal.message),
    ...(refusal.details || []).map((text) => make("p", {}, text)),
    ...Object.entries(refusal.rules || {}).slice(0, 3).map(([number, rule]) => make("p", { class: "rule" }, `${rule.text} (${number}${rule.page ? ", " + say("page", { page: rule.page }) : ""})`)),
    make("p", {}, button(say("close"), () => { refusal = null; render(); }, { kind: "plain" }))));
  const tones = ["hit", "instruction", "gain"], log = told.view.log || [];
  const loud = log.filter((entry) => tones.includes(entry.tone)), shown = loud.length ? loud : log.slice(-1);
  if (shown.length) found.push(make("div", { class: "notice " + (shown[0].tone || "info") }, shown.slice(0, 5).map((entry) => make("p", {}, entry.text))));
  return found;
}

function board_part() {
  const board = told.view.board;
  if (!board) return null;
  const lit = lights(), seat = told.role === "seat", touch = new Map();
  const spaceName = new Map(board.spaces.map((space) => [space.id, space.name || space.label || space.id]));
  if (seat) for (const space of lit) if (spaceName.has(space)) touch.set(space, spaceName.get(space));
  if (seat && isMyTurn() && mover()) for (const space of board.spaces) if (!touch.has(space.id)) touch.set(space.id, spaceName.get(space.id));
  const rows = told.role === "tv" ? rows_of(board, 2.6) : isWhole || told.role === "guest" ? rows_of(board, 1.2) : [null];
  const draw = (part) => draw_board(board, { label: say("board"), isWhole: false, part, lit, costly: new Set(board.costly || []), target: offer ? offer.space : asking || (refusal && refusal.space) || "",
    path: offer ? offer.ways[offer.index].path : (refusal && refusal.path) || board.path, touch, onTouch: seat ? touch_space : null });
  const box = make("div", { class: "board-box" }, rows.map(draw));
  return box;
}

function player_rows() {
  const places = new Map((told.standings || []).map((rank) => [rank.player, rank]));
  const rows = [...told.view.players];
  if ((told.role !== "seat" || told.view.is_over) && places.size) rows.sort((a, b) => (places.get(a.id)?.place ?? 99) - (places.get(b.id)?.place ?? 99));
  return make("ul", { class: "players", "aria-label": say(places.size ? "standings" : "players") }, rows.map((player) => {
    const rank = places.get(player.id), value = player.value ?? (rank && rank.score ? rank.score : null);
    const row = make("li", { class: `player seat-${player.seat % 6} is-${player.status || "waiting"}`, "aria-current": player.status === "now" ? "true" : null });
    row.append(make("span", { class: "place" }, rank ? String(rank.place) : ""), shape(player.seat), make("span", { class: "name" }, player.name, make("span", { class: "quiet small" }, player.role)),
      make("span", { class: "badges" }, (player.badges || []).filter((b) => b.icon !== "place").map(badge)), make("span", { class: "value" }, value === null ? "" : String(value)));
    return row;
  }));
}

function dice_part() {
  const found = told.view.table_dice || [];
  const canPick = choices().some(asksDice);
  return found.length ? make("div", { class: "dice" }, found.map((die) => {
    const named = choices().filter((choice) => choice.die === die.id), picked = dice.has(die.id), label = die.face.label || String(die.face.id);
    const act = named.length ? () => (named.length === 1 ? take(named[0]) : pick_one(named)) : canPick ? () => { picked ? dice.delete(die.id) : dice.add(die.id); render(); } : null;
    return make("button", { type: "button", class: "die" + (die.is_spent ? " is-spent" : "") + (picked ? " is-picked" : ""), key: "die " + die.id, "aria-label": label, "aria-pressed": canPick ? String(picked) : null, disabled: !act || !!pending, onclick: act },
      die.face.icon ? toned(icon(die.face.icon), die.tone) : label);
  })) : null;
}

function counters_part() {
  const view = told.view;
  const all = [...(view.pool || []).map((c) => counter(c.icon, c.label, c.value, c.maximum)), ...(view.tracks || []).map((t) => counter(t.icon || "token", t.label, t.value, t.maximum))];
  return all.length ? make("div", { class: "counters" }, all) : null;
}

function where() {
  const view = told.view, phase = (told.phases || []).find(([id]) => id === view.phase);
  return [view.round ? say("round", { number: view.round }) : "", phase ? phase[1] : ""].filter(Boolean).join(" · ");
}

function line_state() { return make("span", { class: "line-state" + (isAway ? " is-away" : ""), role: "status" }, isAway ? say("away") : make("span", { class: "unseen" }, say("table"))); }

function footer_part(primary) {
  const inside = [], pick = picker();
  if (offer) {
    const way = offer.ways[offer.index];
    inside.push(make("p", { class: "small" }, way.summary));
    if (offer.ways.length > 1) inside.push(button(say("other_way", { number: offer.index + 1, count: offer.ways.length }), () => { offer.index = (offer.index + 1) % offer.ways.length; render(); }));
    inside.push(make("div", { class: "pair" }, button(say("cancel"), () => { offer = null; render(); }), button(say("go"), go, { kind: "go", icon: "check", key: "primary" })));
  } else if (asking) inside.push(button(say("thinking"), null, { kind: "go", disabled: true, key: "primary" }));
  else if (pending) inside.push(button(say("sent"), null, { kind: "go", disabled: true, key: "primary" }));
  else if (pick) inside.push(button(say("ready"), () => request({ do: "submit", commands: [{ ...pick.choice.command, ...Object.fromEntries(pick.choice.asks.map((ask, n) => [ask.id, picks[n]])) }] }), { kind: "go", icon: "check", key: "primary", disabled: picks.length < pick.choice.asks.length }));
  else if (told.can_take_chance) inside.push(button(told.view.dice ? say("roll") : say("draw"), take_chance, { kind: "go", icon: told.view.dice ? "dice" : "deck", key: "primary" }));
  else if (primary) inside.push(button(primary.label, () => take(primary), { kind: "go", icon: primary.icon || "check", key: "primary" }));
  else if (told.view.is_over) inside.push(make("p", { class: "quiet", role: "status" }, say("over")));
  const rows = told.view.players.filter((player) => player.id !== told.player).map((player) => make("li", { class: player.status === "now" ? "is-now" : "" }, shape(player.seat), player.name,
    (player.badges || []).some((b) => b.icon === "chosen") ? icon("check") : null));
  inside.push(make("ul", { class: "ready-row", "aria-label": say("players") }, rows));
  return make("footer", {}, inside);
}

// Whole pages.

function seat_page() {
  const view = told.view, me = view.players.find((player) => player.id === told.player), primary = primary_choice();
  const guest = told.role === "guest";
  const header = make("header", {}, me ? shape(me.seat) : icon("eye"), make("div", { class: "who" }, make("h1", {}, me ? me.name : view.title),
    make("p", { class: "quiet small" }, me ? me.role : say("watching"))), line_state(),
    make("button", { type: "button", class: "round", key: "rules", "aria-label": say("rules"), onclick: all_rules }, icon("help")),
    make("button", { type: "button", class: "round", key: "settings", "aria-label": say("settings"), onclick: settings }, icon("settings")));
  const main = make("main", {}, make("section", { class: "prompt" }, make("p", { class: "where" }, where()), make("h2", {}, view.prompt.headline), view.prompt.detail ? make("p", {}, view.prompt.detail) : null), ...notices());
  const isMoving = !guest && !!view.board && (view.prompt.player === told.player) && !picker();
  const board = section(say("board"), board_part());
  if (board && !guest && is_large(view.board)) {
    board.classList.add("has-zoom");
    board.firstChild.after(make("button", { type: "button", class: "round", key: "zoom", "aria-label": say("zoom"), "aria-pressed": String(isWhole), onclick: () => { isWhole = !isWhole; render(); } }, icon("zoom")));
  }
  const parts = guest ? [] : [...my_choices(primary), section(say("dice"), dice_part()), section(say("left"), isMyTurn() ? counters_part() : null)];
  const cards = guest ? [] : my_cards();
  const standings = section(say("standings"), player_rows()), isChoosing = !!picker() || choices().some((choice) => group_of(choice) === "secret" && choice.card);
  if (view.is_over) main.append(standings);
  main.append(...(isMoving ? [board, ...parts, ...cards] : isChoosing ? [...parts, ...cards, board] : [...parts, board, ...cards]).filter(Boolean));
  if (!isMyTurn() || guest) main.append(...[section("", counters_part()), guest ? section(say("dice"), dice_part()) : null].filter(Boolean));
  if (!view.is_over) main.append(standings);
  if (view.hints && view.hints.length) main.append(make("ul", { class: "quiet small" }, view.hints.map((hint) => make("li", {}, hint))));
  if (view.is_sample) main.append(make("p", { class: "quiet small" }, say("sample")));
  app.replaceChildren(header, main, guest ? "" : footer_part(primary));
}

function join_page() {
  const page = make("main", { class: "welcome" });
  if (join.kind === "pin") {
    const input = make("input", { class: "pin", type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, pattern: "[0-9]{6}", "aria-label": say("pin"), key: "pin" });
    const come = async () => { if (/^\d{6}$/.test(input.value) && await enter({ pin: input.value })) connect(); };
    input.addEventListener("input", () => { input.value = input.value.replace(/\D/g, ""); if (input.value.length === 6) come(); });
    page.append(make("h1", {}, say("join")), make("p", {}, say("join_hint")), join.message ? make("p", { class: "notice refusal", role: "alert" }, join.message) : "", input, make("p", { class: "quiet small" }, say("pin_hint")),
      button(say("enter"), come, { kind: "go" }));
  } else if (join.wants) page.append(make("h1", {}, join.title), make("p", { role: "status" }, say("asking")));
  else {
    const knock = (role, player = "") => () => { knocked = { do: "knock", role, player }; send(knocked); };
    page.append(make("h1", {}, join.title), make("h2", {}, say("who")), join.was_refused || join.message ? make("p", { class: "notice refusal", role: "alert" }, join.message || say("refused")) : "",
      make("div", { class: "choices" }, join.seats.map((seat) => make("button", { type: "button", class: "choice", key: "seat " + seat.id, onclick: knock("seat", seat.id) }, shape(seat.seat), make("span", { class: "label" }, make("b", {}, seat.name), make("span", { class: "quiet" }, "  " + seat.role)), seat.is_taken ? make("span", { class: "quiet small" }, say("taken")) : null)),
        button(`${say("tv")}: ${say("tv_hint")}`, knock("tv"), { kind: "choice", icon: "table", key: "tv" }), button(`${say("guest")}: ${say("guest_hint")}`, knock("guest"), { kind: "choice", icon: "eye", key: "guest" })));
  }
  app.replaceChildren(page);
}

function render() {
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null, top = window.scrollY;
  document.body.classList.toggle("is-tv", !!told && told.role === "tv");
  dress();
  if (gone) app.replaceChildren(make("main", { class: "welcome" }, make("h1", {}, say("gone")), gone.why ? make("p", {}, gone.why) : "", button(say("again"), () => { gone = null; join = { kind: "pin" }; isAway = false; connect(); }, { kind: "go" })));
  else if (told) (told.role === "tv" ? tv_page : seat_page)();
  else if (join) join_page();
  else app.replaceChildren(make("main", { class: "welcome" }, make("p", { role: "status" }, say("away"))));
  window.scrollTo(0, top);
  if (focused) { const found = [...app.querySelectorAll("[data-key]")].find((node) => node.dataset.key === focused); if (found) found.focus({ preventScroll: true }); }
}

document.addEventListener("visibilitychange", () => { if (!document.hidden && !line && !gone && told) connect(); });
begin();

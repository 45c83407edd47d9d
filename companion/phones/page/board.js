"use strict";
// Draws any board from its blocks: spaces, tiles, edges, marks, pieces; it knows no game.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = ["circle", "triangle", "square", "diamond", "star", "hexagon"];
const BARS = ["platform", "ground", "thick", "wall"];
const WIDE = 2.4;

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function isDrawn(name) { return document.getElementById("i-" + name) !== null; }

function icon(name, extra = "") {
  const node = svg("svg", { class: ("icon " + extra).trim(), viewBox: "0 0 24 24", "aria-hidden": "true" });
  if (isDrawn(name)) node.append(svg("use", { href: "#i-" + name }));
  else node.append(svg("circle", { cx: 12, cy: 12, r: 10.4, fill: "currentColor" }), letter(name, 12, 12.4, 13, "var(--background)"));
  return node;
}

function letter(name, x, y, size, fill) {
  const found = [...name].find((char) => /[\p{L}\p{N}]/u.test(char)) || "?";
  const node = svg("text", { x, y, "font-size": size, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central", style: null });
  node.textContent = found.toUpperCase();
  node.style.fill = fill;
  return node;
}

function toned(node, tone) {
  if (!tone) return node;
  node.classList.add("toned");
  if (tone.startsWith("#")) node.style.setProperty("--tone", tone);
  else node.classList.add("tone-" + tone);
  return node;
}

function stamp(name, x, y, side, tone, alpha = 1) {
  const group = svg("g", { opacity: alpha });
  if (isDrawn(name)) group.append(svg("use", { href: "#i-" + name, x: x - side / 2, y: y - side / 2, width: side, height: side }));
  else group.append(svg("circle", { cx: x, cy: y, r: side / 2, fill: "currentColor" }), letter(name, x, y + side * 0.03, side * 0.6, "var(--background)"));
  return toned(group, tone);
}

function caption(text, x, y, width, size) {
  const node = svg("text", { x, y, "font-size": Math.min(size, (1.7 * width) / Math.max(text.length, 1)), "font-weight": 600, opacity: 0.75 });
  node.textContent = text;
  node.style.fill = "var(--text)";
  return node;
}

function is_large(board) { return board.width > 12 || board.height > 12; }

// What of the board is in sight: all of it, or what lies around the focus.
function window_of(board, isWhole) {
  const around = board.spaces.filter((space) => (board.focus || []).includes(space.id));
  const pieces = (board.pieces || []).filter((piece) => piece.is_active).map((piece) => board.spaces.find((s) => s.id === piece.space)).filter(Boolean);
  const kept = around.length ? around : pieces;
  if (isWhole || !kept.length || !is_large(board)) return [0, 0, board.width, board.height];
  const need = 9;
  let left = Math.min(...kept.map((s) => s.x)) - 1, right = Math.max(...kept.map((s) => s.x + (s.w || 1))) + 1;
  let top = Math.min(...kept.map((s) => s.y)) - 1, bottom = Math.max(...kept.map((s) => s.y + (s.h || 1))) + 1;
  if (board.height <= 6) { top = 0; bottom = board.height; }
  if (right - left < need) { const middle = (left + right) / 2; left = middle - need / 2; right = middle + need / 2; }
  if (right - left > 14) { const active = pieces[0] || kept[0]; left = active.x - 4; right = active.x + 10; }
  if (bottom - top < need * 0.7 && board.height > 6) { const middle = (top + bottom) / 2; top = middle - need * 0.35; bottom = middle + need * 0.35; }
  left = Math.max(0, Math.min(left, board.width - (right - left))); top = Math.max(0, top);
  return [left, top, Math.min(board.width, right) - left, Math.min(board.height, bottom) - top];
}

// A lap is many times as wide as it is high: it is shown in rows, one below the other.
function rows_of(board, ratio) {
  let rows = 1;
  while (rows < 4 && board.width / (rows + 1) / (board.height * (rows + 1)) > ratio * 0.7) rows += 1;
  return Array.from({ length: rows }, (_, number) => [(board.width / rows) * number - 0.05, 0, board.width / rows + 0.1, board.height]);
}

// Several pieces on one space stand beside each other.
function stand(pieces, space) {
  const w = space.w || 1, h = space.h || 1, columns = Math.ceil(Math.sqrt(pieces.length * (w / h)) - 0.01) || 1;
  const rows = Math.ceil(pieces.length / columns), side = Math.min(w / columns, h / rows, 1) * 0.86;
  return pieces.map((piece, number) => {
    const row = Math.floor(number / columns), inRow = Math.min(columns, pieces.length - row * columns);
    const x = space.x + (w / (inRow + 1)) * ((number % columns) + 1);
    const y = space.y + (h / rows) * (row + 0.5);
    return [piece, x, y, side];
  });
}

function figure(piece, x, y, side) {
  const group = svg("g", { class: "piece" + (piece.is_dimmed ? " is-dimmed" : "") });
  group.style.transform = `translate(${x}px, ${y}px)`;
  if (piece.seat !== undefined && piece.seat !== null) {
    const shape = "i-shape-" + SHAPES[piece.seat % 6], outer = side * (piece.is_active ? 0.96 : 0.84), inner = outer * 0.84;
    if (piece.is_active) group.append(svg("circle", { r: side * 0.66, fill: "var(--accent)", opacity: 0.28 }));
    const back = svg("use", { href: "#" + shape, x: -outer / 2, y: -outer / 2, width: outer, height: outer });
    back.style.color = "var(--outline)";
    const front = svg("use", { href: "#" + shape, x: -inner / 2, y: -inner / 2, width: inner, height: inner });
    front.style.color = `var(--seat-${piece.seat % 6})`;
    group.append(back, front);
  } else group.append(stamp(piece.icon, 0, 0, side * 0.7, piece.tone));
  (piece.badges || []).slice(0, 2).forEach((badge, number) => {
    const dx = side * (number ? -0.32 : 0.32), dy = side * 0.3;
    const spot = svg("g", {}, svg("circle", { cx: dx, cy: dy, r: side * 0.19, fill: "var(--background)" }));
    const count = svg("text", { x: dx, y: dy, "font-size": side * 0.28, "font-weight": 700 });
    count.textContent = badge.count ?? 1;
    spot.append(toned(count, badge.tone));
    group.append(spot);
  });
  return group;
}

// `touch` names what can be touched: a map from a space's id to how a screen reader calls it.
function draw_board(board, { label, isWhole, part, lit, costly, target, path, touch, onTouch }) {
  const [x, y, w, h] = part || window_of(board, isWhole), by = new Map(board.spaces.map((space) => [space.id, space]));
  // The inner one cuts off what lies beyond its part, however much room there is around it.
  const part_of = `${x} ${y} ${w} ${h}`, root = svg("svg", { x, y, width: w, height: h, viewBox: part_of });
  const whole = svg("svg", { class: "board", viewBox: part_of, role: "group", "aria-label": label }, root);
  for (const tile of board.tiles || []) {
    const tw = tile.w || 1, th = tile.h || 1, up = tile.is_face_up !== false;
    const group = toned(svg("g", { class: "tile" }), up ? tile.tone : "");
    group.append(svg("rect", { x: tile.x + 0.02, y: tile.y + 0.02, width: tw - 0.04, height: th - 0.04, rx: 0.1,
      fill: up && tile.tone ? "currentColor" : "var(--raised)", opacity: up && tile.tone ? 0.5 : 1, stroke: "var(--line)", "stroke-width": 0.02 }));
    if (!up) group.append(caption("?", tile.x + tw / 2, tile.y + th / 2, tw, 0.4));
    else if (tile.label) group.append(caption(tile.label, tile.x + tw / 2, tile.y + th * 0.85, tw, 0.26));
    root.append(group);
  }
  for (const mark of board.marks || []) {
    if (mark.icon === "path") root.append(svg("line", { class: "mark", x1: mark.x, y1: mark.y, x2: mark.x + (mark.w || 0), y2: mark.y + (mark.h || 0), stroke: "var(--line)", "stroke-width": 0.12 }));
  }
  const tiled = (space) => (board.tiles || []).some((t) => t.x <= space.x + 0.01 && t.y <= space.y + 0.01 && t.x + (t.w || 1) >= space.x + (space.w || 1) - 0.01 && t.y + (t.h || 1) >= space.y + (space.h || 1) - 0.01);
  for (const space of board.spaces) {
    const sw = space.w || 1, sh = space.h || 1, isOn = tiled(space), named = touch.get(space.id);
    const group = svg("g", { class: "space" + (lit.has(space.id) ? " is-lit" : "") + (costly.has(space.id) ? " is-costly" : "") + (space.id === target ? " is-target" : "") + (named ? " can-touch" : ""),
      "data-space": space.id });
    const shape = space.shape === "circle"
      ? svg("ellipse", { class: "ground", cx: space.x + sw / 2, cy: space.y + sh / 2, rx: sw / 2 - 0.04, ry: sh / 2 - 0.04 })
      : svg("rect", { class: "ground", x: space.x + 0.03, y: space.y + 0.03, width: sw - 0.06, height: sh - 0.06, rx: 0.12 });
    if (isOn) shape.style.fill = "transparent";
    group.append(shape);
    if (space.tone && !isOn) {
      const tint = shape.cloneNode();
      tint.removeAttribute("class"); tint.setAttribute("fill", "currentColor"); tint.setAttribute("opacity", 0.34);
      group.append(toned(svg("g", {}, tint), space.tone));
    }
    if (space.icon) group.append(stamp(space.icon, space.x + sw / 2, space.y + sh / 2, Math.min(sw, sh) * 0.5, space.tone, 0.8));
    if (space.label && !isOn) group.append(caption(space.label, space.x + sw / 2, space.y + sh / 2, sw, 0.34));
    if (named) { group.setAttribute("role", "button"); group.setAttribute("tabindex", "0"); group.setAttribute("aria-label", named); group.dataset.key = "space " + space.id; }
    root.append(group);
  }
  for (const edge of board.edges || []) {
    const space = by.get(edge.space);
    if (!space) continue;
    const sw = space.w || 1, sh = space.h || 1, thick = 0.09 * Math.min(sw, sh), flat = edge.side === "N" || edge.side === "S";
    const ex = space.x + (edge.side === "E" ? sw - thick : 0), ey = space.y + (edge.side === "S" ? sh - thick : 0);
    const bar = svg("rect", { class: "edge", x: ex, y: ey, width: flat ? sw : thick, height: flat ? thick : sh, rx: thick * 0.4, fill: "currentColor" });
    if (!BARS.includes(edge.icon)) { bar.setAttribute("opacity", 0.55); bar.style.color = edge.tone ? "" : "var(--camera)"; }
    root.append(toned(bar, edge.tone));
  }
  for (const mark of board.marks || []) {
    const mw = mark.w || (BARS.includes(mark.icon) ? 0.12 : 1), mh = mark.h || (BARS.includes(mark.icon) ? 0.12 : mark.icon === "caption" ? 0.5 : 1);
    if (mark.icon === "path") continue;
    if (mark.icon === "sight") root.append(toned(svg("line", { class: "mark", x1: mark.x, y1: mark.y, x2: mark.x + (mark.w || 0), y2: mark.y + (mark.h || 0), stroke: "currentColor", "stroke-width": 0.06, "stroke-dasharray": "0.06 0.14" }), mark.tone));
    else if (BARS.includes(mark.icon)) root.append(svg("rect", { class: "mark", x: mark.x, y: mark.y, width: mw, height: mh, rx: Math.min(mw, mh) * 0.4, fill: `var(--${mark.icon})` }));
    else if (mark.icon === "caption") root.append(mark.label ? caption(mark.label, mark.x + mw / 2, mark.y + mh / 2, mw, mh * 0.7) : "");
    else { const drawn = stamp(mark.icon, mark.x + mw / 2, mark.y + mh / 2, Math.min(mw, mh) * 0.8, mark.tone || "black"); drawn.classList.add("mark"); root.append(drawn); }
  }
  const places = new Map();
  for (const piece of board.pieces || []) if (by.has(piece.space)) places.set(piece.space, [...(places.get(piece.space) || []), piece]);
  for (const [id, here] of places) for (const [piece, px, py, side] of stand(here, by.get(id))) {
    const drawn = figure(piece, px, py, side), title = svg("title");
    title.textContent = piece.label;
    drawn.prepend(title);
    root.append(drawn);
  }
  const way = (path || []).map((id) => by.get(id)).filter(Boolean).map((s) => `${s.x + (s.w || 1) / 2},${s.y + (s.h || 1) / 2}`);
  if (way.length > 1) root.append(svg("polyline", { class: "way", points: way.join(" ") }));
  const touched = (event) => {
    const found = event.target.closest("[data-space]");
    if (found && onTouch) onTouch(found.dataset.space);
  };
  root.addEventListener("click", touched);
  root.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touched(event); } });
  return whole;
}

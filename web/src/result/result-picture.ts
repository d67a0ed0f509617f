// The result of a game as a picture to share: the places, and one sheet with its crosses.

import { number, t } from "../i18n.svelte";
import { colour } from "../pieces/colours";
import type { GameView, Variant } from "../protocol";

const SIZE = 1080;
/** The height with more players than a few. */
const TALL = 1350;
const FEW = 3;
const MARGIN = 60;
/** The line under the sheet. */
const FOOT = 84;
const FELT = ["#23705c", "#123a30"] as const;
const FILL = { red: "#cf2a34", yellow: "#f2b705", green: "#1b8046", blue: "#2b62c9" };
const TINT = { red: "#fdeae8", yellow: "#fff6d6", green: "#e3f6e8", blue: "#e5eefc" };
const FONT = "ui-rounded, system-ui, sans-serif";

export async function drawResult(
  variant: Variant,
  game: GameView,
  names: readonly string[],
  order: readonly number[],
  seat: number,
  title: string,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = order.length > FEW ? TALL : SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const felt = pen.createRadialGradient(SIZE * 0.7, 0, 0, SIZE / 2, SIZE / 2, SIZE);
  felt.addColorStop(0, FELT[0]);
  felt.addColorStop(1, FELT[1]);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, SIZE, canvas.height);
  drawTitle(pen, t(`variant.${variant.name}`), title);
  const low = drawPlaces(pen, game, names, order);
  drawSheet(pen, variant, game, seat, names[seat] ?? "", low);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
  });
}

function box(
  pen: CanvasRenderingContext2D,
  fill: string,
  ...place: [number, number, number, number, number]
): void {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.roundRect(...place);
  pen.fill();
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  width: number,
  rim?: string,
): void {
  pen.font = `800 ${String(size)}px ${FONT}`;
  if (rim) {
    pen.strokeStyle = rim;
    pen.lineWidth = size / 5;
    pen.lineJoin = "round";
    pen.strokeText(text, x, y, width);
  }
  pen.fillText(text, x, y, width);
}

function drawTitle(pen: CanvasRenderingContext2D, name: string, title: string): void {
  const colours = Object.values(FILL);
  colours.forEach((fill, n) => box(pen, fill, MARGIN + (n % 2) * 32, 58 + Math.floor(n / 2) * 32, 28, 28, 8));
  pen.fillStyle = "#f1f8f4";
  pen.textAlign = "left";
  write(pen, name, MARGIN + 84, 108, 58, SIZE - 2 * MARGIN - 84);
  write(pen, title, MARGIN, 222, 84, SIZE - 2 * MARGIN);
}

function drawPlaces(
  pen: CanvasRenderingContext2D,
  game: GameView,
  names: readonly string[],
  order: readonly number[],
): number {
  let y = 268;
  const height = order.length > FEW ? 66 : 84;
  for (const seat of order) {
    box(pen, game.places?.[seat] === 1 ? "#ffd34d" : "#fffdf8", MARGIN, y, SIZE - 2 * MARGIN, height, 22);
    pen.fillStyle = "#231d16";
    pen.textAlign = "left";
    write(pen, names[seat] ?? "", MARGIN + 30, y + height / 2 + 15, 42, SIZE - 460);
    pen.textAlign = "right";
    write(pen, number(game.scores[seat] ?? 0), SIZE - MARGIN - 30, y + height / 2 + 18, 52, 260);
    y += height + 12;
  }
  return y + 18;
}

function drawSheet(
  pen: CanvasRenderingContext2D,
  variant: Variant,
  game: GameView,
  seat: number,
  owner: string,
  top: number,
): void {
  const rows = game.sheets[seat]?.rows ?? [];
  const height = Math.min(112, (pen.canvas.height - MARGIN - top - 36 - FOOT) / rows.length - 10);
  box(pen, "#fffdf8", MARGIN, top, SIZE - 2 * MARGIN, rows.length * (height + 10) + 20 + FOOT, 26);
  rows.forEach((marks, row) => {
    const cells = variant.rows[row] ?? [];
    const y = top + 18 + row * (height + 10);
    // After the numbers come the lock and the points.
    const width = (SIZE - 2 * MARGIN - 52) / (cells.length + 2);
    const middle = y + height / 2;
    const onBand = colour(row) === "yellow" ? "#2f2200" : "#ffffff";
    box(pen, FILL[colour(row)], MARGIN + 16, y, SIZE - 2 * MARGIN - 32, height, 18);
    pen.textAlign = "center";
    cells.forEach((cell, n) => {
      const x = MARGIN + 26 + n * width;
      const crossed = has(marks, n);
      const lost = !crossed && has(game.lost[seat]?.[row] ?? 0, n);
      if (!lost) box(pen, TINT[colour(row)], x + 2, y + 9, width - 4, height - 18, 12);
      if (crossed) drawCross(pen, x + width / 2, middle, Math.min(width, height) * 0.36);
      pen.fillStyle = lost ? onBand : "#231d16";
      pen.globalAlpha = lost ? 0.55 : 1;
      const rim = crossed ? TINT[colour(row)] : undefined;
      write(pen, String(cell.number), x + width / 2, middle + 11, width > 60 ? 32 : 24, width, rim);
      pen.globalAlpha = 1;
    });
    const x = MARGIN + 26 + cells.length * width;
    if (has(marks, cells.length)) {
      box(pen, TINT[colour(row)], x + 2, y + 9, width - 4, height - 18, 12);
      drawCross(pen, x + width / 2, middle, Math.min(width, height) * 0.36);
      box(pen, TINT[colour(row)], x + width / 2 - 18, middle - 20, 36, 44, 9);
      drawLock(pen, x + width / 2, middle, true, "#231d16");
    } else drawLock(pen, x + width / 2, middle, game.closed?.includes(row) ?? false, onBand);
    pen.fillStyle = onBand;
    write(pen, number(game.breakdown[seat]?.rows[row] ?? 0), x + 1.5 * width, middle + 13, 36, width);
  });
  drawFoot(pen, variant, game, seat, owner, top + 18 + rows.length * (height + 10));
}

const has = (marks: number, n: number): boolean => ((marks >> n) & 1) === 1;

function drawFoot(
  pen: CanvasRenderingContext2D,
  variant: Variant,
  game: GameView,
  seat: number,
  owner: string,
  top: number,
): void {
  const middle = top + FOOT / 2 - 6;
  for (let n = 0; n < variant.max_penalties; n++) {
    const x = MARGIN + 24 + n * 58;
    box(pen, "#dccfb8", x, middle - 23, 46, 46, 12);
    box(pen, "#f8f1e2", x + 4, middle - 19, 38, 38, 9);
    if (n < (game.sheets[seat]?.penalties ?? 0)) drawCross(pen, x + 23, middle, 15, "#a21a25");
  }
  pen.fillStyle = "#231d16";
  pen.textAlign = "right";
  const right = SIZE - MARGIN - 30;
  write(pen, number(game.scores[seat] ?? 0), right, middle + 18, 52, 160);
  pen.fillStyle = "#655b4d";
  write(pen, owner, right - 170, middle + 12, 34, SIZE - 2 * MARGIN - 24 - 4 * 58 - 220);
}

function drawLock(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  closed: boolean,
  colour: string,
): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 6;
  pen.beginPath();
  if (closed) pen.arc(x, y - 4, 10, Math.PI, 0);
  else pen.arc(x + 9, y - 10, 10, Math.PI, -0.4);
  pen.stroke();
  box(pen, colour, x - 15, y - 4, 30, 24, 6);
}

function drawCross(pen: CanvasRenderingContext2D, x: number, y: number, size: number, ink = "#1b2a4a"): void {
  pen.strokeStyle = ink;
  pen.lineWidth = 7;
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x - size, y - size);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y - size * 0.9);
  pen.lineTo(x - size, y + size * 1.05);
  pen.stroke();
}

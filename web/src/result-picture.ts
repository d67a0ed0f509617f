// The result of a game as a picture to share: the places, and one sheet with its crosses.

import { colour } from "./colours";
import { number } from "./i18n.svelte";
import type { GameView, Variant } from "./protocol";

const SIZE = 1080;
const MARGIN = 60;
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
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const felt = pen.createRadialGradient(SIZE * 0.7, 0, 0, SIZE / 2, SIZE / 2, SIZE);
  felt.addColorStop(0, FELT[0]);
  felt.addColorStop(1, FELT[1]);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, SIZE, SIZE);
  drawTitle(pen, title);
  const low = drawPlaces(pen, game, names, order);
  drawSheet(pen, variant, game, seat, low);
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
): void {
  pen.font = `800 ${String(size)}px ${FONT}`;
  pen.fillText(text, x, y, width);
}

function drawTitle(pen: CanvasRenderingContext2D, title: string): void {
  const colours = Object.values(FILL);
  colours.forEach((fill, n) => box(pen, fill, MARGIN + (n % 2) * 32, 58 + Math.floor(n / 2) * 32, 28, 28, 8));
  pen.fillStyle = "#f1f8f4";
  pen.textAlign = "left";
  write(pen, "Qwixx", MARGIN + 84, 108, 58, 400);
  write(pen, title, MARGIN, 222, 84, SIZE - 2 * MARGIN);
}

function drawPlaces(
  pen: CanvasRenderingContext2D,
  game: GameView,
  names: readonly string[],
  order: readonly number[],
): number {
  let y = 268;
  const height = order.length > 3 ? 62 : 84;
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
  top: number,
): void {
  const rows = game.sheets[seat]?.rows ?? [];
  const height = Math.min(112, (SIZE - MARGIN - top - 36) / rows.length - 10);
  box(pen, "#fffdf8", MARGIN, top, SIZE - 2 * MARGIN, rows.length * (height + 10) + 26, 26);
  rows.forEach((marks, row) => {
    const cells = variant.rows[row] ?? [];
    const y = top + 18 + row * (height + 10);
    const width = (SIZE - 2 * MARGIN - 52) / (cells.length + 1);
    box(pen, FILL[colour(row)], MARGIN + 16, y, SIZE - 2 * MARGIN - 32, height, 18);
    for (let n = 0; n <= cells.length; n++) {
      const x = MARGIN + 26 + n * width;
      box(pen, TINT[colour(row)], x + 2, y + 9, width - 4, height - 18, 12);
      pen.fillStyle = "#231d16";
      pen.textAlign = "center";
      const label = n < cells.length ? String(cells[n]?.number ?? "") : "●";
      write(pen, label, x + width / 2, y + height / 2 + 11, width > 60 ? 32 : 24, width);
      if ((marks >> n) & 1) drawCross(pen, x + width / 2, y + height / 2, Math.min(width, height) * 0.36);
    }
  });
}

function drawCross(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.strokeStyle = "#1b2a4a";
  pen.lineWidth = 7;
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x - size, y - size);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y - size * 0.9);
  pen.lineTo(x - size, y + size * 1.05);
  pen.stroke();
}

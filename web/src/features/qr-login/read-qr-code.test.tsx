/** Printed badges as a camera sees them: in any direction, tilted, torn, dirty. The codes are the ones that the portal prints. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { readQrCode } from "./read-qr-code.ts";

const badge = `https://portal.school.example/login/qr?code=${"aB3-_xYz90".repeat(5).slice(0, 43)}`;

interface Sight {
  degrees: number;
  /** How much the far edge is smaller than the near edge. */
  tilt?: number;
  /** True if a point of the code is torn off or dirty. Both coordinates are from 0 to 1. */
  isGone?: (x: number, y: number) => boolean;
}

/** The dark modules of the printed picture, with its quiet zone. */
function printedModules(text: string): { size: number; dark: ReadonlySet<string> } {
  const svg = renderToStaticMarkup(<QrPicture text={text} label="" atLeast={160} />);
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  return { size, dark: new Set([...svg.matchAll(/M(\d+ \d+)h1/g)].map(([, place = ""]) => place)) };
}

const code = printedModules(badge);

/** A picture of 640 x 480 pixels, grey around the badge, with the camera's noise. */
function see({ degrees, tilt = 0, isGone = () => false }: Sight) {
  const [width, height, pixelsPerModule] = [640, 480, 5];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const nearness = 1 + tilt * (column / width - 0.5);
      const [x, y] = [(column - width / 2) * nearness, (row - height / 2) * nearness];
      const [across, down] = [(cos * x + sin * y) / pixelsPerModule + code.size / 2, (cos * y - sin * x) / pixelsPerModule + code.size / 2];
      const isPaper = across >= 0 && down >= 0 && across < code.size && down < code.size && !isGone(across / code.size, down / code.size);
      const shade = isPaper ? (code.dark.has(`${Math.floor(across)} ${Math.floor(down)}`) ? 40 : 220) : 120;
      data.fill(shade + noiseAt(column, row), (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height, data };
}

/** A busy machine must not decide, so the picture may take as long as it needs. */
const read = (sight: Sight): string | undefined => readQrCode(see(sight), 20_000);

/** From -15 to 15, the same in each run. */
const noiseAt = (column: number, row: number): number => (((column * 7919) ^ (row * 104_729)) % 31) - 15;

test.each(Array.from({ length: 12 }, (_, index) => index * 30))("a badge turned by %i degrees is read", (degrees) => {
  expect(read({ degrees })).toBe(badge);
});

test.each([0, 90, 180, 270])("a badge tilted away from the camera and turned by %i degrees is read", (degrees) => {
  expect(read({ degrees, tilt: 0.3 })).toBe(badge);
});

/** About a tenth of the code, or less. A quarter may be missing (qr-picture.tsx). */
const corner = (x: number, y: number) => x + y > 1.55;
const strip = (_: number, y: number) => y > 0.44 && y < 0.53;
const stain = (x: number, y: number) => Math.hypot(x - 0.6, y - 0.55) < 0.14;

test.each([
  ["a torn corner", corner, 0],
  ["a torn corner, upside down", corner, 180],
  ["a torn corner, askew", corner, 25],
  ["a fold across", strip, 10],
  ["a stain", stain, 200],
])("a badge with %s is read", (_, isGone, degrees) => {
  expect(read({ degrees, isGone })).toBe(badge);
});

test("a badge that has lost half of itself, with two finder marks, is not read as something else", () => {
  expect(read({ degrees: 0, isGone: (x) => x < 0.5 })).toBeUndefined();
});

test("a picture without a badge has no text", () => {
  expect(readQrCode({ width: 64, height: 48, data: new Uint8ClampedArray(64 * 48 * 4).fill(128) })).toBeUndefined();
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Pair = readonly [foreground: string, background: string, atLeast: number];

/** The least contrast of WCAG AA: for text, and for the parts of a control or picture. */
const text = 4.5;
const graphic = 3;
const pairs: readonly Pair[] = [
  ["text", "surface-page", text],
  ["text", "surface", text],
  ["text", "surface-raised", text],
  ["text", "surface-sunken", text],
  ["text-muted", "surface-page", text],
  ["text-muted", "surface", text],
  ["text-muted", "surface-raised", text],
  ["text-muted", "surface-sunken", text],
  ["link", "surface-page", text],
  ["link", "surface", text],
  ["link", "surface-sunken", text],
  ["on-accent", "accent", text],
  ["on-accent", "accent-hover", text],
  ["on-danger-fill", "danger-fill", text],
  ["on-danger-fill", "danger-fill-hover", text],
  ["on-lantern-soft", "lantern-soft", text],
  ["success", "success-soft", text],
  ["success", "surface", text],
  ["danger", "danger-soft", text],
  ["danger", "surface", text],
  ["danger", "surface-page", text],
  ["info", "info-soft", text],
  ["text", "success-soft", text],
  ["text", "danger-soft", text],
  ["text", "info-soft", text],
  ["text", "sky", text],
  ["on-sea", "sea-deep", text],
  ["accent", "surface", graphic],
  ["line-strong", "surface", graphic],
  ["line-strong", "surface-raised", graphic],
  ["line-strong", "surface-page", graphic],
  ["focus", "surface", graphic],
  ["focus", "surface-page", graphic],
  ["focus", "surface-raised", graphic],
  ["focus", "sky", graphic],
  ["on-sea", "sea-near", graphic],
  ["boat-line", "boat-ground", graphic],
];

const tokens = readTokens(readFileSync(new URL("./tokens.css", import.meta.url), "utf8"));

describe("these pairs of colours, which meet on screens, have AA contrast by day and by night", () => {
  test.each(pairs)("%s on %s is at least %d", (foreground, background, atLeast) => {
    const [day, night] = ratios(foreground, background);
    expect(Math.min(day, night)).toBeGreaterThanOrEqual(atLeast);
  });
});

test("the table in tokens.css says what the colours are", () => {
  const table = pairs.map((pair) => ` *   ${row(pair)}`).join("\n");
  expect(readFileSync(new URL("./tokens.css", import.meta.url), "utf8")).toContain(table);
});

function row([foreground, background]: Pair): string {
  const [day, night] = ratios(foreground, background);
  return `${foreground} on ${background}`.padEnd(36) + `${day.toFixed(1).padStart(4)} / ${night.toFixed(1)}`;
}

function ratios(foreground: string, background: string): [number, number] {
  const [front, back] = [colours(foreground), colours(background)];
  return [contrast(front[0], back[0]), contrast(front[1], back[1])];
}

function colours(name: string): [string, string] {
  const found = tokens.get(name);
  if (found === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return found;
}

function readTokens(css: string): Map<string, [string, string]> {
  const declaration = /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g;
  return new Map([...css.matchAll(declaration)].map(([, name = "", day = "", night = ""]) => [name, [day, night]]));
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

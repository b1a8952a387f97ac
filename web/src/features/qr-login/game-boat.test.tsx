import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { GameBoat } from "./game-boat.tsx";

const draw = (number: number): string => renderToStaticMarkup(<GameBoat number={number} />);
const inGrey = (picture: string): string => picture.replaceAll(/var\(--(?:coral|moss|lantern|sea-mid)\)/g, "grey");
const looks = (first: number, count: number, look = draw) => new Set(Array.from({ length: count }, (_, index) => look(first + index))).size;

test("a game always has the same boat", () => {
  expect(draw(7)).toBe(draw(7));
});

test.each([1, 1000])("240 games in a row from number %i have boats of their own, also without colours", (first) => {
  expect(looks(first, 240)).toBe(240);
  expect(looks(first, 240, (number) => inGrey(draw(number)))).toBe(240);
});

test("twenty games in a row have signs of their own", () => {
  const signOf = (number: number) => /<g transform[^>]*>.*?<\/g><g stroke=/.exec(draw(number))?.[0];
  expect(signOf(1)).toBeDefined();
  expect(looks(1, 20, (number) => signOf(number) ?? "")).toBe(20);
});

test("games in a row have sails of different colours", () => {
  const sailOf = (number: number) => /var\(--(?:coral|moss|lantern|sea-mid)\)/.exec(draw(number))?.[0];
  for (let number = 1; number < 100; number++) expect(sailOf(number), String(number)).not.toBe(sailOf(number + 1));
});

import { expect, test } from "vitest";
import { boatChoices, boatTraits } from "./boat-traits.ts";

/** Ids in the form of the database's, the same in each run. */
const idOf = (number: number): string =>
  `0198c1d4-${(number * 7919).toString(16).padStart(4, "0").slice(-4)}-7000-8000-${number.toString(16).padStart(12, "0")}`;

const classes = Array.from({ length: 1000 }, (_, group) => Array.from({ length: 35 }, (_, child) => boatTraits(idOf(group * 35 + child))));
const shareWithTwins = (lookOf: (boat: ReturnType<typeof boatTraits>) => string): number =>
  classes.filter((boats) => new Set(boats.map(lookOf)).size < boats.length).length / classes.length;

test("a child's boat is always the same", () => {
  expect(boatTraits("5f0c3f0e-6a57-4f0e-9d0b-0f5b8a3c9d11")).toEqual(boatTraits("5f0c3f0e-6a57-4f0e-9d0b-0f5b8a3c9d11"));
  expect(boatTraits("5f0c3f0e-6a57-4f0e-9d0b-0f5b8a3c9d11")).toMatchInlineSnapshot(`
    {
      "colour": 5,
      "hull": 2,
      "pennant": 0,
      "sail": 0,
      "sailPattern": 1,
      "sign": 5,
    }
  `);
});

test("every choice of every trait occurs, none much more often than another", () => {
  const boats = classes.flat();
  for (const [trait, choices] of Object.entries(boatChoices)) {
    const counts = Array.from(
      { length: choices },
      (_, choice) => boats.filter((boat) => boat[trait as keyof typeof boatChoices] === choice).length,
    );
    expect(Math.min(...counts), trait).toBeGreaterThan((boats.length / choices) * 0.85);
    expect(Math.max(...counts), trait).toBeLessThan((boats.length / choices) * 1.15);
  }
});

test("in black and white 95 of 100 classes of 35 have no two boats that look the same, in colour 99 of 100", () => {
  expect(shareWithTwins(({ colour: _, ...shape }) => JSON.stringify(shape))).toBeLessThan(0.05);
  expect(shareWithTwins((boat) => JSON.stringify(boat))).toBeLessThan(0.01);
});

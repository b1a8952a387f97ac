import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventNames, eventText } from "./event-texts.ts";

test("every event that the server writes down is told in words", () => {
  const source = readFileSync(new URL("../../../../server/src/features/audit/record-event.ts", import.meta.url), "utf8");
  const written = [...source.matchAll(/^ {2}\| "([a-z_]+)"/gm)].map(([, name]) => name);
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((name) => !eventNames.includes(name ?? ""))).toEqual([]);
});

test("an event without words is called by its name, whatever it is called", () => {
  expect(["something_new", "constructor", "__proto__"].map(eventText)).toEqual(["something_new", "constructor", "__proto__"]);
});

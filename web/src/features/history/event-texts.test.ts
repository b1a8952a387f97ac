import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventNames, eventText } from "./event-texts.ts";

test("every event that the server records has a text", () => {
  const source = readFileSync(new URL("../../../../server/src/features/audit/record-event.ts", import.meta.url), "utf8");
  const written = [...source.matchAll(/^ {2}\| "([a-z_]+)"/gm)].map(([, name]) => name);
  // The pattern still fits the file.
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((name) => !eventNames.includes(name ?? ""))).toEqual([]);
});

test("an event without a text is shown by its key, whatever the key is", () => {
  expect(["something_new", "constructor", "__proto__"].map(eventText)).toEqual(["something_new", "constructor", "__proto__"]);
});

import { expect, test } from "vitest";
import { judgeRows } from "./judge-rows.ts";

const id = (number: number) => `class-${number}`;

test("each player of many classes is read once, and a row is compared with the players of its own class alone", () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  let reads = 0;
  const players = numbers.map((number) => ({
    get playerGroupId() {
      reads++;
      return id(number);
    },
    name: `Student ${number}`,
    externalId: null,
  }));
  const groups = new Map(
    numbers.map((number) => [id(number), [{ id: id(number), name: id(number), organizationId: "school", level: "MODIFY" as const }]]),
  );
  const place = { organizationId: "school", ownGroup: undefined, groups };
  const own = numbers.map((number) => ({ name: `Student ${number}`, className: id(number) }));
  const verdicts = judgeRows([...own, { name: "Student 2", className: id(1) }], { place, players, externalIds: new Set() });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([...numbers.map(() => "already-here"), "new"]);
  expect(reads).toBe(players.length);
});

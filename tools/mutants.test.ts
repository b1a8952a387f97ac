/** The mutants still fit the code, although running them takes too long for each change. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { mutants } from "./mutants/all.ts";
import { eventsWithMutant } from "./mutants/events.ts";
import { projectFolder } from "./project-folder.ts";
import { readIfThere } from "./read-if-there.ts";

test("each mutant's text occurs once in its file, and its tests exist, also those that it names", async () => {
  expect(mutants.length).toBeGreaterThan(100);
  const faults: string[] = [];
  for (const { rule, file, find, replace, tests, only = "" } of mutants) {
    const source = await readIfThere(path.join(projectFolder, file));
    const times = source.split(find).length - 1;
    if (times !== 1) faults.push(`${rule}: its text occurs ${times} times in ${file}`);
    if (find === replace) faults.push(`${rule}: it changes nothing`);
    const missing = tests.filter((name) => !existsSync(path.join(projectFolder, name)));
    if (missing.length > 0 || tests.length === 0) faults.push(`${rule}: no tests ${missing.join(", ")}`);
    // Vitest would read a pattern that begins with a hyphen as an option.
    const texts = await Promise.all(tests.map((name) => readIfThere(path.join(projectFolder, name))));
    if (only.startsWith("-") || !new RegExp(only.replace(/\$$/, "")).test(texts.join("\n")))
      faults.push(`${rule}: no test is called "${only}"`);
  }
  expect(faults).toEqual([]);
});

test("each event of the history has a mutant that leaves it out, or shares its write with an event that has one", async () => {
  const source = await readIfThere(path.join(projectFolder, "server/src/features/audit/record-event.ts"));
  const [names = ""] = /export type AuditEventName =[^;]+;/.exec(source) ?? [];
  const events = [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? "");
  expect(events.length).toBeGreaterThan(100);
  expect(eventsWithMutant().toSorted()).toEqual(events.toSorted());
});

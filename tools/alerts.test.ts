/** The alert rules, the dashboard, the runbook and the program use the same names. `npm run check-alerts` checks the rules themselves. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

const read = (file: string): Promise<string> => readFile(path.join(projectFolder, file), "utf8");

/** Returns every name in the text with the suffixes of a histogram cut off. */
function metricsIn(text: string): string[] {
  const names = [...text.matchAll(/\bstoryport_[a-z_]+/g)].map(([name]) => name.replace(/_seconds_(bucket|count|sum)$/, "_seconds"));
  return [...new Set(names)].toSorted();
}

async function metricsOfTheProgram(): Promise<string[]> {
  const folder = path.join(projectFolder, "server/src/platform/metrics");
  const files: string[] = [];
  for await (const file of glob("*.ts", { cwd: folder, exclude: (name) => name.endsWith(".test.ts") })) {
    files.push(await readFile(path.join(folder, file), "utf8"));
  }
  const source = files.join("\n");
  // These names are put together from a prefix and a state.
  const pool = [...source.matchAll(/: "((?:\w+)_(?:connections|requests))"/g)].map(([, state = ""]) => `storyport_database_pool_${state}`);
  return [...metricsIn(source), ...pool];
}

test.each(["deploy/alerts.yaml", "deploy/alerts-test.yaml", "deploy/grafana-dashboard.json"])(
  "%s asks only for metrics that exist",
  async (file) => {
    const known = new Set(await metricsOfTheProgram());
    expect(known.size).toBeGreaterThan(20);
    const asked = metricsIn(await read(file));
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

test("the alert for failing jobs watches each job that runs once an hour for longer", async () => {
  const jobs = [...(await read("server/src/start-portal.ts")).matchAll(/name: "([^"]+)", everySeconds: 3600\b/g)].map(
    ([, name = ""]) => name,
  );
  const [, pattern = ""] = /task=~"([^"]+)"/.exec(await read("deploy/alerts.yaml")) ?? [];
  expect(jobs.length).toBeGreaterThan(2);
  expect(jobs.filter((name) => !new RegExp(`^(?:${pattern})$`).test(name))).toEqual([]);
});

test("each alert has its section in the runbook and leads to it, and no section is without an alert", async () => {
  const rules = await read("deploy/alerts.yaml");
  const names = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
  const sections = [...(await read("docs/runbook.md")).matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(sections).toEqual(names);
  const links = [...rules.matchAll(/^ +runbook_url: docs\/runbook\.md#(\w+)$/gm)].map(([, name = ""]) => name);
  expect(links).toEqual(names.map((name) => name.toLowerCase()));
});

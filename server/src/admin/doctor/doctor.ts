import { Resolver } from "node:dns/promises";
import { readWords, unknownCommand } from "#/admin/read-words.ts";
import { requireDatabase } from "#/admin/with-store.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { checkAddress } from "./check-address.ts";
import { checkDatabase } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";
import { checkMail } from "./check-mail.ts";
import type { MailSurroundings } from "./check-mail.ts";
import { checkSettings } from "./check-settings.ts";
import { checkDisk, checkWork } from "./check-work.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** `doctor [--json] [--dkim <selector>]`. Ends with code 1 if there is a fault. */
export async function runDoctor(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, { json: { type: "boolean" }, dkim: { type: "string" } });
  if (positionals.length > 0) throw unknownCommand();
  const surroundings = { resolver: new Resolver({ timeout: 3000, tries: 2 }), dkimSelector: values.dkim };
  const findings = await examine(surroundings);
  console.log(values.json === true ? JSON.stringify({ findings }, null, 2) : describe(findings));
  if (findings.some(({ state }) => state === "fault")) process.exitCode = 1;
}

/**
 * Looks at everything that an installation needs, and changes nothing. The checks run together, because each waits for another server.
 * @public For tests.
 */
export async function examine(surroundings: MailSurroundings, env?: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [...mistakesOf(error), findingsOf("others").unchecked("Everything else needs right settings.")];
  }
  const checks = [
    async () => checkSettings(settings),
    () => checkAddress(settings, surroundings),
    () => checkMail(settings, surroundings),
    () => checkStore(settings),
    async () => [await checkDisk(process.cwd())],
  ];
  return (await Promise.all(checks.map(safely))).flat();
}

/** A check that fails itself must not hide the others. */
async function safely(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [findingsOf("doctor").unchecked(`A check failed itself: ${reasonOf(error)}`)];
  }
}

function mistakesOf(error: unknown): Finding[] {
  if (!(error instanceof StartRefusal)) throw error;
  // The first line is a heading.
  const lines = error.message.split("\n").slice(1);
  return lines.map((line) =>
    findingsOf("settings").fault(
      line.replace(/^\s*- /, ""),
      "Correct it in the environment, or in the file .env (docs/operating.md, Settings).",
    ),
  );
}

async function checkStore(settings: Settings): Promise<Finding[]> {
  try {
    requireDatabase(settings);
  } catch (error) {
    return [findingsOf("database").fault(reasonOf(error), "Set DATABASE_URL.")];
  }
  return checkDatabase(settings.database, async ({ database }) => [
    ...(await checkKeys(database, settings)),
    ...(await checkWork(database)),
  ]);
}

const words = { ok: "ok", warning: "WARNING", fault: "FAULT", unchecked: "unchecked" } as const;

function describe(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ area, state, says, fix }) => [
    `${words[state].padEnd(9)}  ${area.padEnd(11)}  ${says.replaceAll("\n", " ")}`,
    ...(fix === undefined ? [] : [`${" ".repeat(24)}Fix: ${fix}`]),
  ]);
  const count = (state: Finding["state"]): number => findings.filter((finding) => finding.state === state).length;
  return [...lines, "", `${count("fault")} faults, ${count("warning")} warnings, ${count("unchecked")} could not be checked.`].join("\n");
}

import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { dropMonth, findOldMonths } from "#/features/audit/drop-months.ts";
import { exportLines, listPartsWithin } from "#/features/audit/export-months.ts";
import type { Days } from "#/features/audit/export-months.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { nameOf } from "#/features/audit/history-months.ts";
import { verifyMonths } from "#/features/audit/verify-months.ts";
import type { MonthVerdict } from "#/features/audit/verify-months.ts";
import { operator } from "#/platform/http/caller.ts";
import { readVault } from "#/platform/keys/key-canary.ts";
import { readFormerKeys } from "#/platform/keys/keep-key-in-folder.ts";
import type { Vault } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { readWords, requireOptionsOf, unknownCommand } from "./read-words.ts";
import type { Commands } from "./read-words.ts";
import { withOwner, withStore } from "./with-store.ts";
import type { OperatorContext } from "./with-store.ts";

const options = {
  to: { type: "string" },
  years: { type: "string" },
  before: { type: "string" },
  drop: { type: "boolean" },
} as const;

const commands: Commands = { verify: [], export: ["to"], drop: ["years", "before", "drop"] };

/** `history verify | export | drop`. Dropping needs the owner of the tables, because a month is a table of its own. */
export async function runHistoryCommand([command, ...words]: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options);
  const [from, until = from, ...rest] = positionals;
  if (rest.length > 0 || (from === undefined) !== (command !== "export")) throw unknownCommand();
  requireOptionsOf(commands, { group: "history", command }, values);
  if (command === "verify") await withStore(verify);
  else if (command === "export" && values.to !== undefined) await exportTo(values.to, daysOf(from ?? "", until ?? ""));
  else if (command === "drop") await drop({ years: Number(values.years ?? "3"), before: dayOf(values.before) }, values.drop === true);
  else throw unknownCommand();
}

async function verify(context: OperatorContext): Promise<void> {
  if (await hasFaults(context))
    throw new StartRefusal("The history was changed. Keep a copy of the database as it is (docs/operating.md, The history in months).");
  console.log("Every closed month is as it was closed.");
}

/** Prints each month, and returns whether any has faults. `only`: the months with these ends. */
async function hasFaults(context: OperatorContext, only?: ReadonlySet<string>): Promise<boolean> {
  let faults = 0;
  for await (const verdict of verifyMonths({ database: context.database, vault: await vaultOf(context) }, only)) {
    console.log(describe(verdict));
    faults += verdict.faults.length;
  }
  return faults > 0;
}

function describe({ month, state, events, digest, faults }: MonthVerdict): string {
  const known = state === "open" ? "not closed yet" : `${state}, ${events} events, ${digest}`;
  return [`${month}: ${known}`, ...faults.map((fault) => `  ${fault}`)].join("\n");
}

async function exportTo(file: string, days: Days): Promise<void> {
  await withStore(async (context) => {
    const { database } = context;
    const { rows, digest } = await write(file, exportLines(database, days));
    await recordEvent(database, operator, { event: "history_exported", details: { rows, from: days.from, to: days.to } });
    console.log(`${rows} events are in ${file}. Its SHA-256 is ${digest} (also in ${file}.sha256).`);
    await verifyExported(context, days);
  });
}

/** Says whether the months that the file comes from are as they were closed. */
async function verifyExported(context: OperatorContext, days: Days): Promise<void> {
  const parts = await listPartsWithin(context.database, days);
  if (await hasFaults(context, new Set(parts.map(({ endsOn }) => endsOn))))
    throw new StartRefusal("The file has the history as it is now, and it was changed since it was closed.");
}

/** Creates the file and its digest, or neither. */
async function write(file: string, pages: AsyncIterable<string[]>): Promise<{ rows: number; digest: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  await writeWhole(file, async (append) => {
    for await (const lines of pages) {
      const text = lines.map((line) => `${line}\n`).join("");
      hash.update(text);
      await append(text);
      rows += lines.length;
    }
  });
  const digest = hash.digest("hex");
  try {
    await writeWhole(`${file}.sha256`, (append) => append(`${digest}  ${path.basename(file)}\n`));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { rows, digest };
}

/** Creates a file; never overwrites. Only its owner may read it. Removes a file that did not become whole. */
async function writeWhole(file: string, work: (append: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
  const out = await explained(`${file} cannot be created`, () => open(file, "wx", 0o600));
  // `write` alone may write a part, and does not say so by an error.
  const onDisk = (step: () => Promise<void>) => explained(`${file} could not be written, and was removed`, step);
  try {
    await work((text) => onDisk(() => out.appendFile(text)));
    await onDisk(() => out.sync());
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await out.close();
  }
}

async function explained<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new StartRefusal(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function drop(retention: { years: number; before: string | undefined }, isMeant: boolean): Promise<void> {
  await withOwner(async ({ database }) => {
    const months = await findOldMonths(database, retention);
    if (months.length === 0) console.log(`Nothing is older than ${retention.before ?? `${retention.years} years`}.`);
    for (const month of months) {
      if (!isMeant) console.log(`${nameOf(month)}: ${month.events} events would be dropped`);
      else if (await dropMonth(database, month)) console.log(`${nameOf(month)}: ${month.events} events dropped`);
      else console.log(`${nameOf(month)}: another command dropped it meanwhile`);
    }
    if (months.length > 0 && !isMeant) console.log("Nothing was dropped. Export what you need, then add --drop.");
  });
}

async function vaultOf({ database, settings }: OperatorContext): Promise<Vault> {
  return readVault(database, await readFormerKeys(settings));
}

/** Both months are included, so `to` is the day after the last one. */
function daysOf(from: string, until: string): Days {
  const [first = "", last = ""] = [dayOf(from), dayOf(until)];
  if (last < first) throw new StartRefusal("The first month is later than the last one.");
  const [year = 0, month = 0] = last.split("-").map(Number);
  return { from: first, to: month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01` };
}

/** The first day of a month that is given as 2026-10. */
function dayOf(month: string | undefined): string | undefined {
  if (month === undefined) return undefined;
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month)) throw new StartRefusal(`Name a month as 2026-10, not "${month}".`);
  return `${month}-01`;
}

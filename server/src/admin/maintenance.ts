import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import { operator } from "#/platform/http/caller.ts";
import { beginMaintenance, endMaintenance, findSecondsLeft, maintenanceMemorySeconds } from "#/platform/maintenance.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { readWords, unknownCommand } from "./read-words.ts";
import { withStore } from "./with-store.ts";

/** In minutes. */
const longest = 24 * 60;
/** A portal reads the switch again when its memory is over. The second more is for the reading. */
const secondsUntilAll = maintenanceMemorySeconds + 1;

/** `maintenance`, `maintenance on --minutes <n>` and `maintenance off`. */
export async function runMaintenanceCommand(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, { minutes: { type: "string" } });
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (values.minutes === undefined) === (command === "on")) throw unknownCommand();
  if (command === undefined) await withStore(({ database }) => show(database));
  else if (command === "off") await withStore(async ({ database }) => console.log(await switchOff(database)));
  else if (command === "on") {
    const minutes = minutesOf(values.minutes ?? "");
    await withStore(async ({ database }) => console.log(await switchOn(database, minutes)));
  } else throw unknownCommand();
}

function minutesOf(text: string): number {
  const minutes = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Infinity;
  if (minutes > longest) throw new StartRefusal(`--minutes says in how many minutes it should end: 1 to ${longest}.`);
  return minutes;
}

async function show(database: Database): Promise<void> {
  const seconds = await findSecondsLeft(database);
  console.log(
    seconds === undefined ? "Maintenance is off." : `Maintenance is on. Users are told that it ends in ${Math.ceil(seconds / 60)} min.`,
  );
}

/**
 * Stops logins and changes in all portals. During maintenance it only announces another end. Returns a sentence for the operator.
 * @public For tests.
 */
export async function switchOn(database: Database, minutes: number): Promise<string> {
  await database.transaction().execute(async (transaction) => {
    await beginMaintenance(transaction, minutes);
    await recordEvent(transaction, operator, { event: "maintenance_began", details: { minutes } });
  });
  return (
    `Maintenance is on. Within ${secondsUntilAll} seconds no portal accepts logins or changes. Users are told that it ends in ${minutes} min. ` +
    "It stays on until `npm run admin -- maintenance off`."
  );
}

/**
 * Opens all portals again. Returns a sentence for the operator.
 * @public For tests.
 */
export async function switchOff(database: Database): Promise<string> {
  const wasOn = await database.transaction().execute(async (transaction) => {
    const hasEnded = await endMaintenance(transaction);
    if (hasEnded) await recordEvent(transaction, operator, { event: "maintenance_ended" });
    return hasEnded;
  });
  return wasOn ? `Maintenance is off. Within ${secondsUntilAll} seconds all portals are open again.` : "Maintenance was off already.";
}

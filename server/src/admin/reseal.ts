import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import { operator } from "#/platform/http/caller.ts";
import { silentAfterSeconds } from "#/platform/jobs/heartbeat.ts";
import { moveCanary } from "#/platform/keys/key-canary.ts";
import { resealColumn, sealedColumns } from "#/platform/keys/reseal.ts";
import type { Resealed } from "#/platform/keys/reseal.ts";
import { keyId } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { describePortals, findOtherSealers } from "./other-sealers.ts";
import { withStore } from "./with-store.ts";

/** Rows of one statement. */
const batch = 1000;
/** A pass repeats until it finds nothing more. After this many passes a portal must still be sealing with a previous key. */
const mostPasses = 5;

/** `reseal`. */
export async function runReseal(): Promise<void> {
  await withStore(async ({ database, settings }) => {
    if (settings.secretKeys === undefined) {
      throw new StartRefusal("Set SECRET_KEY: the new key first, then a comma and the previous key (docs/operating.md, Keys).");
    }
    await reseal(database, settings.secretKeys, console.log);
  });
}

/**
 * Seals everything with the first key, and then the canary, so that the previous keys can be removed. Refuses (StartRefusal) while a
 * portal runs that seals with another key, and if rows with a previous key keep appearing. Looks at the portals before each pass and at the
 * end, because a portal may start meanwhile.
 * @public For tests.
 */
export async function reseal(database: Database, keys: SecretKeys, say: (sentence: string) => void): Promise<void> {
  await refuseOtherSealers(database, keys);
  let found = await resealOnce(database, keys, say);
  for (let pass = 1; found.resealed > 0; pass++) {
    if (pass === mostPasses) throw new StartRefusal(`A portal still seals with a previous key. ${startWithNewKey}`);
    await refuseOtherSealers(database, keys);
    say("Looking again for rows that were sealed meanwhile.");
    found = await resealOnce(database, keys, say);
  }
  const hasMoved = await database.transaction().execute(async (transaction) => {
    const moved = await moveCanary(transaction, keys);
    if (moved) await recordEvent(transaction, operator, { event: "secret_key_changed", details: { keyId: keyId(keys[0]) } });
    // Under the lock of the canary, for which a portal that starts from now on waits (announce-portal.ts).
    await refuseOtherSealers(transaction, keys);
    return moved;
  });
  if (hasMoved) {
    // A portal may have started, sealed and stopped between two looks. A portal with the previous keys alone no longer starts.
    say("Looking again for rows that were sealed before the canary moved.");
    found = await resealOnce(database, keys, say);
  }
  const { running, silent } = await findOtherSealers(database, keys);
  if (silent.length > 0)
    say(`Silent for more than ${silentAfterSeconds} s, with another key first: ${describePortals(silent)}. ${ifAlive}`);
  // A portal with all keys may start at any time, whichever of them is first.
  if (running.length > 0) {
    throw new StartRefusal(
      `Another key than ${keyId(keys[0])} is first at ${describePortals(running)}, started meanwhile. The canary is sealed with ` +
        `${keyId(keys[0])}, but what such a portal seals is not. ${startWithNewKey}`,
    );
  }
  const what = found.lost === 0 ? "Everything" : `Everything but ${found.lost} that no key of SECRET_KEY opens`;
  say(
    hasMoved
      ? `${what} is sealed with the key ${keyId(keys[0])}. Remove the previous keys from SECRET_KEY of every portal.`
      : `${what} was sealed with the key ${keyId(keys[0])} already.`,
  );
}

const startWithNewKey =
  "Start every portal with the new key first in SECRET_KEY, then run this again. Nothing is lost: all keys of SECRET_KEY are still needed.";
const ifAlive = "If one of them still runs, restart it with the new key before you remove the previous keys.";

/** What such a portal seals, nobody could open after the previous keys are removed. */
async function refuseOtherSealers(database: Database, keys: SecretKeys): Promise<void> {
  const { running } = await findOtherSealers(database, keys);
  if (running.length === 0) return;
  throw new StartRefusal(
    `The first key of SECRET_KEY here is ${keyId(keys[0])}. Another key is first at ${describePortals(running)}. The canary was not moved. ` +
      `${startWithNewKey} A portal that was killed counts until its last heartbeat is ${silentAfterSeconds} s old.`,
  );
}

async function resealOnce(
  database: Database,
  keys: SecretKeys,
  say: (sentence: string) => void,
): Promise<Pick<Resealed, "resealed" | "lost">> {
  const total = { resealed: 0, lost: 0 };
  for (const column of sealedColumns) {
    const onBatch = ({ table, resealed, current, lost }: Resealed): void =>
      say(`  ${table}: ${resealed + current + lost} seen, ${resealed} sealed again`);
    const { table, resealed, current, lost } = await resealColumn(database, { column, keys }, { batch, onBatch });
    const unopened = lost === 0 ? "" : `, ${lost} that no key of SECRET_KEY opens (left as they are)`;
    say(`${table}: ${resealed} sealed again, ${current} had the key already${unopened}`);
    total.resealed += resealed;
    total.lost += lost;
  }
  return total;
}

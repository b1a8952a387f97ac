import { sql } from "kysely";
import { describePortals, findOtherSealers } from "#/admin/other-sealers.ts";
import type { Database } from "#/platform/database/connect.ts";
import { requireKeyOf } from "#/platform/keys/key-canary.ts";
import { sealedColumns } from "#/platform/keys/reseal.ts";
import { keyId, keyThatOpens } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import type { Settings } from "#/platform/settings.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, warning, fault, unchecked } = findingsOf("keys");
/** Rows of each column that are tried. `reseal` tries all, which may take long. */
const lookedAt = 1000;

/** Checks the signing keys, that SECRET_KEY opens this database, that portals seal with its first key, and that no other key is needed. */
export async function checkKeys(
  database: Database,
  { secretKeys, dataFolder }: Pick<Settings, "secretKeys" | "dataFolder">,
): Promise<Finding[]> {
  const signing = await checkSigningKeys(database);
  if (secretKeys === undefined) {
    return [unchecked(`SECRET_KEY is not set: the key is in ${dataFolder}/secret.key.`, "Set SECRET_KEY before production."), signing];
  }
  try {
    await requireKeyOf(database, secretKeys);
  } catch (error) {
    return [fault(reasonOf(error), "Set the SECRET_KEY that the other portals of this installation have."), signing];
  }
  const portals = await checkPortals(database, secretKeys);
  return [await checkCanary(database, secretKeys), ...portals, ...(await checkPreviousKeys(database, secretKeys)), signing];
}

/** A portal without the canary's key opens nothing that was sealed again. It ran already when `reseal` moved the canary. */
async function checkPortals(database: Database, keys: SecretKeys): Promise<Finding[]> {
  const { running } = await findOtherSealers(database, keys);
  const canary = await database.selectFrom("key_canary").select("key_id").executeTakeFirst();
  const { behind = [], without = [] } = Object.groupBy(running, ({ secret_key_ids }) =>
    canary === undefined || secret_key_ids.includes(canary.key_id) ? "behind" : "without",
  );
  const findings: Finding[] = [];
  if (without.length > 0) {
    findings.push(
      fault(
        `The key ${canary?.key_id} seals the database, and is missing at ${describePortals(without)}.`,
        "Put it first in SECRET_KEY of every portal, with the previous keys behind it, and restart them. Then run npm run admin -- reseal.",
      ),
    );
  }
  if (behind.length > 0) {
    findings.push(
      warning(
        `The first key of SECRET_KEY here is ${keyId(keys[0])}. Another key is first at ${describePortals(behind)}.`,
        "Put the same key first here and in SECRET_KEY of every portal, and restart the portals. Until then npm run admin -- reseal refuses.",
      ),
    );
  }
  return findings;
}

async function checkCanary(database: Database, [first, ...previous]: SecretKeys): Promise<Finding> {
  const canary = await database.selectFrom("key_canary").select("key_id").executeTakeFirst();
  if (canary === undefined) return unchecked("No portal has started on this database yet.");
  if (canary.key_id === keyId(first)) return ok(`SECRET_KEY fits: the key ${keyId(first)} seals.`);
  return warning(
    `SECRET_KEY fits by a previous key (${previous.map(keyId).join(", ")}), because the change of the key has not ended.`,
    "Go on as docs/operating.md says under Changing SECRET_KEY: npm run admin -- reseal",
  );
}

async function checkPreviousKeys(database: Database, keys: SecretKeys): Promise<Finding[]> {
  const previous = keys.slice(1);
  if (previous.length === 0) return [];
  const used = new Set<string>();
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{ sealed: Buffer }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null limit ${lookedAt}`.execute(
      database,
    );
    if (rows.some(({ sealed }) => keyThatOpens(keys.slice(0, 1), sealed) === undefined && keyThatOpens(previous, sealed) !== undefined))
      used.add(table);
  }
  if (used.size > 0) {
    return [warning(`Previous keys of SECRET_KEY still seal rows of ${[...used].join(", ")}.`, "Run: npm run admin -- reseal")];
  }
  return [
    warning(
      "Nothing that was looked at needs the previous keys of SECRET_KEY.",
      "Run npm run admin -- reseal, which looks at everything. Then remove them.",
    ),
  ];
}

async function checkSigningKeys(database: Database): Promise<Finding> {
  const row = await database
    .selectFrom("signing_keys")
    .select(sql<Date | null>`max(signs_until)`.as("until"))
    .select(sql<number | null>`extract(epoch from max(signs_until) - now())::float8 / 86400`.as("days"))
    .executeTakeFirst();
  if (row?.until === undefined || row.until === null || row.days === null)
    return unchecked("There is no signing key yet. The first start makes it.");
  const day = row.until.toISOString().slice(0, 10);
  if (row.days <= 0)
    return fault(`The last signing key ended on ${day}: no tokens are signed.`, "Start a portal, which makes the next key.");
  // A portal makes the next key two days before, by a job that runs each hour. Half a day later it is missing.
  if (row.days < 1.5)
    return warning(
      `The last signing key ends on ${day}, and no next one is there.`,
      "Look for “rotate signing keys” in the log of a portal.",
    );
  return ok(`The last signing key ends on ${day}. Portals make the next one by themselves.`);
}

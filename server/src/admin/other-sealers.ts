/** Portals whose SECRET_KEY begins with another key than that of the command. What they seal, the first key does not open. */
import type { Database } from "#/platform/database/connect.ts";
import { findPortals } from "#/platform/jobs/heartbeat.ts";
import type { KnownPortal } from "#/platform/jobs/heartbeat.ts";
import { keyId } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";

interface OtherSealers {
  running: KnownPortal[];
  /** They have missed two heartbeats. They were killed, or cannot reach the database. */
  silent: KnownPortal[];
}

/** For `reseal`, which refuses while such a portal runs, and for the doctor. */
export async function findOtherSealers(database: Database, [first]: SecretKeys): Promise<OtherSealers> {
  const others = (await findPortals(database)).filter(({ secret_key_ids }) => secret_key_ids[0] !== keyId(first));
  return { running: others.filter(({ is_running }) => is_running), silent: others.filter(({ is_running }) => !is_running) };
}

/** Such as "2 portals (host-1: c0ffee00, host-2: c0ffee00 deadbeef)". */
export function describePortals(portals: readonly KnownPortal[]): string {
  const named = portals.map(({ instance, secret_key_ids }) => `${instance}: ${secret_key_ids.join(" ")}`);
  return `${portals.length === 1 ? "1 portal" : `${portals.length} portals`} (${named.join(", ")})`;
}

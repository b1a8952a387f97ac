import type { Database } from "#/platform/database/connect.ts";
import type { Heartbeat } from "#/platform/jobs/heartbeat.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { requireLastingKeyOf } from "./key-canary.ts";

/**
 * Writes the first heartbeat, by which `reseal` knows the keys of this portal. A `reseal` that looked before may be moving the canary, so
 * this function looks at the canary afterwards. Refuses (StartRefusal) keys that no longer open it, and then removes the heartbeat.
 */
export async function announcePortal(database: Database, { heartbeat, keys }: { heartbeat: Heartbeat; keys: SecretKeys }): Promise<void> {
  await heartbeat.beat();
  try {
    await requireLastingKeyOf(database, keys);
  } catch (error) {
    await heartbeat.end().catch(() => undefined);
    throw error;
  }
}

/** Opens the migrated database. In production the portal's role can change neither the schema nor the history. */
import type { Settings } from "#/platform/settings.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { openStore } from "./connect.ts";
import type { Store, StoreOptions } from "./connect.ts";
import { connectionAdvice } from "./database-faults.ts";
import { grantToPortal, requireHistoryWall } from "./grant-to-portal.ts";
import { migrate } from "./migrate.ts";

export interface OpenOptions extends Pick<StoreOptions, "onStatement"> {
  /** Prints what a migration waits for. */
  say?: (sentence: string) => void;
}

/**
 * If DATABASE_OWNER_URL names the owner, the owner migrates and grants the role of DATABASE_URL what the portal needs.
 * Otherwise one role does both. Refuses (StartRefusal) like `migrate`, and a portal role that could change the history.
 */
export async function openMigratedStore(
  settings: Settings["database"],
  onError: (error: unknown) => void,
  { say = console.log, onStatement }: OpenOptions = {},
): Promise<Store> {
  const store = await openStore(settings, onError, { onStatement });
  try {
    if (settings.kind === "embedded" || settings.ownerUrl === undefined) await migrate(store, { say });
    else await migrateAsOwner(store, settings.ownerUrl, say);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function migrateAsOwner(store: Store, ownerUrl: string, say: (sentence: string) => void): Promise<void> {
  const owner = await openStore({ kind: "postgres", url: ownerUrl }, () => undefined);
  try {
    await migrate(owner, { say });
    await grantToPortal(owner, await roleOf(store));
    await requireHistoryWall(store);
  } finally {
    await owner.close();
  }
}

async function roleOf(store: Store): Promise<string> {
  try {
    const [row] = await store.withScripts((run) => run("select current_user as role"));
    return String(row?.["role"]);
  } catch (error) {
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}

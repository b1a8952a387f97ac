import { sql } from "kysely";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { reachOf } from "./reach.ts";

/**
 * Returns the organization of a call that names none (specification, section 3). It is the only one in which the caller holds
 * the permission; for administrators the only one on the platform. Refuses none or several with
 * errors.organizationRequired.
 */
export async function onlyOrganization(database: Database, session: Session, permission: PermissionKey): Promise<string> {
  const reach = await reachOf(database, session, permission);
  const [only, ...others] = reach === "everywhere" ? await firstTwo(database) : reach;
  if (only === undefined || others.length > 0) throw new Refusal("errors.organizationRequired");
  return only;
}

async function firstTwo(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from organizations order by key limit 2`.execute(database);
  return rows.map(({ id }) => id);
}

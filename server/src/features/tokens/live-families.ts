/** The games (and the dashboard) that hold tokens of an account, for its owner to see and to end. */
import type { Database } from "#/platform/database/connect.ts";
import { findLiveFamiliesOf, revokeFamilyOf } from "./queries.ts";
import type { LiveFamily } from "./queries.ts";

export type { LiveFamily } from "./queries.ts";

export async function listLiveFamilies(database: Database, accountId: string): Promise<LiveFamily[]> {
  return findLiveFamiliesOf(database, accountId);
}

/** Answers whether there was one of this account to end. Access tokens that are out live for their few minutes. */
export async function revokeFamilyByHandle(database: Database, own: { accountId: string; handle: string }): Promise<boolean> {
  return revokeFamilyOf(database, own);
}

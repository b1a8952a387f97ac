import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { addLoginTypes } from "./login-types.ts";

export interface NewAccount {
  email: string | null;
  displayName: string | null;
  locale: string;
  isActive: boolean;
  loginTypes: readonly LoginType[];
}

/** Creates an account without an organization and returns its id. If two inserts race on one e-mail address, one returns undefined. */
export async function createAccount(database: Database, account: NewAccount): Promise<string | undefined> {
  const { email, displayName, locale, isActive, loginTypes } = account;
  const inserted = await database
    .insertInto("accounts")
    .values({
      email,
      display_name: displayName,
      default_locale: locale,
      status: isActive ? "ACTIVE" : "CREATED",
      activated_at: isActive ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  await addLoginTypes(database, inserted.id, loginTypes);
  return inserted.id;
}

/** Forces a race: a change of an account or a group commits while a call that has begun before waits for the row. */
import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";

interface Event<T> {
  happens(transaction: Transaction<Tables>): Promise<unknown>;
  /** Runs in the same transaction, once the call waits. */
  goesOn?(transaction: Transaction<Tables>): Promise<unknown>;
  call(): Promise<T>;
}

export interface Race<T = Answer> extends Event<T> {
  account: { id: string };
}

/** Locks the account's row until the call waits for it. */
export async function meanwhile<T = Answer>(portal: TestPortal, { account, ...event }: Race<T>): Promise<T> {
  return holding(portal, { table: "accounts", id: account.id, ...event });
}

/** The same for a user group, with the lock that an edit takes. */
export async function meanwhileInGroup<T = Answer>(
  portal: TestPortal,
  { group, ...event }: Event<T> & { group: { id: string } },
): Promise<T> {
  return holding(portal, { table: "user_groups", id: group.id, ...event });
}

/** The same for a player group. */
export async function meanwhileInClass<T = Answer>(
  portal: TestPortal,
  { group, ...event }: Event<T> & { group: { id: string } },
): Promise<T> {
  return holding(portal, { table: "player_groups", id: group.id, ...event });
}

/** The same for an organization. */
export async function meanwhileInOrganization<T = Answer>(
  portal: TestPortal,
  { organization, ...event }: Event<T> & { organization: { id: string } },
): Promise<T> {
  return holding(portal, { table: "organizations", id: organization.id, ...event });
}

/** The same for a device of a school. */
export async function meanwhileAtDevice<T = Answer>(
  portal: TestPortal,
  { device, ...event }: Event<T> & { device: { id: string } },
): Promise<T> {
  return holding(portal, { table: "devices", id: device.id, ...event });
}

type Held<T> = Event<T> & { table: "accounts" | "user_groups" | "player_groups" | "organizations" | "devices"; id: string };

async function holding<T>({ context }: TestPortal, { table, id, happens, goesOn, call }: Held<T>): Promise<T> {
  const { database } = context;
  const { answer } = await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom(table).select("id").where("id", "=", id).forUpdate().execute();
    await happens(transaction);
    const pending = call();
    // A call that does not wait for the row fails by the time limit of the test.
    while (!(await isSomebodyWaiting(database)));
    await goesOn?.(transaction);
    // In an object, because this function would await the promise, and the call waits for the end of the transaction.
    return { answer: pending };
  });
  return answer;
}

export function deactivatedMeanwhile<T>(portal: TestPortal, { account, call }: Pick<Race<T>, "account" | "call">): Promise<T> {
  const happens = (transaction: Transaction<Tables>) =>
    transaction.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
  return meanwhile(portal, { account, happens, call });
}

/** Ends the account's sessions, as a reset in another browser does. */
export function loggedOutMeanwhile(portal: TestPortal, { account, call }: Pick<Race, "account" | "call">): Promise<Answer> {
  const happens = (transaction: Transaction<Tables>) => transaction.deleteFrom("sessions").where("account_id", "=", account.id).execute();
  return meanwhile(portal, { account, happens, call });
}

export async function isSomebodyWaiting(database: TestPortal["context"]["database"]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return (rows[0]?.count ?? 0) > 0;
}

/** A race made certain: the account is changed after the call found its session, and before it came to the account. */
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";

export interface Race<T = Answer> {
  account: { id: string };
  call(): Promise<T>;
}

export function deactivatedMeanwhile<T>(portal: TestPortal, { account, call }: Race<T>): Promise<T> {
  return changedMeanwhile(portal, {
    account,
    call,
    change: (transaction) => transaction.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute(),
  });
}

/** The account's row is held, and whatever else is changed with it, until the call waits for it. */
export async function changedMeanwhile<T>(
  { context }: TestPortal,
  { account, call, change }: Race<T> & { change(transaction: Transaction<Tables>): Promise<unknown> },
): Promise<T> {
  const { database } = context;
  const { answer } = await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("accounts").select("id").where("id", "=", account.id).forUpdate().execute();
    await change(transaction);
    const pending = call();
    while (!(await isSomebodyWaiting(database)));
    return { answer: pending };
  });
  return answer;
}

async function isSomebodyWaiting(database: TestPortal["context"]["database"]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return (rows[0]?.count ?? 0) > 0;
}

/** A race made certain: the account is deactivated after the call found its session, and before it came to the account. */
import { sql } from "kysely";
import type { Answer } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";

export interface Race {
  account: { id: string };
  call(): Promise<Answer>;
}

/** The account's row is held, changed, until the call waits for it. */
export async function deactivatedMeanwhile({ context }: TestPortal, { account, call }: Race): Promise<Answer> {
  const { database } = context;
  const { answer } = await database.transaction().execute(async (transaction) => {
    await transaction.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
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

import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";

interface Leaving {
  accountIds: readonly string[];
  /** Defaults to all organizations. */
  organizationId?: string;
}

/**
 * Withdraws the open transfers that these accounts opened, because the accounts leave. Otherwise a former teacher could still have a
 * student taken over by the link. The event of the leaving is enough for the history. The rows stay, because the list of transfers shows
 * them.
 */
export async function withdrawTransfersOf(transaction: Transaction<Tables>, { accountIds, organizationId }: Leaving): Promise<void> {
  await sql`
    update transfers set ended_at = now(), ended_as = 'WITHDRAWN'
    where id in (
      select id from transfers
      where opened_by = any(${[...accountIds]}::uuid[]) and ended_at is null and ${isAhead("expires_at")}
        ${organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}::uuid`}
      order by id for update
    )`.execute(transaction);
}

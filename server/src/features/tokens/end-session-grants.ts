import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import { endGrants } from "./end-grants.ts";
import type { HintedFamily } from "./openid-queries.ts";
import { revokeFamily } from "./queries.ts";

/** Ends one game login, as its game asked. Does nothing if the login has ended already. */
export async function endGameLogin({ database }: Pick<AppContext, "database">, caller: Caller, login: HintedFamily): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await revokeFamily(transaction, login.id, "CLIENT"))) return;
    const { account_id: targetId, organization_id: organizationId, client_id: client } = login;
    await recordEvent(transaction, caller, { event: "token_revoked", targetId, organizationId, details: { client } });
  });
}

/**
 * Ends the codes and token families that a portal session opened for OpenID clients, and for a dashboard with DASHBOARD_LOGOUT_URL. Those of
 * other games carry no session, so such a game goes on (DESIGN 8.12).
 */
export async function endGrantsOfSession(transaction: Transaction<Tables>, sessionDigest: Buffer): Promise<void> {
  await endGrants(transaction, sql<boolean>`opened.session_digest = ${sessionDigest}`, "LOGOUT");
}

/**
 * Ends the dashboards of the teacher who started the lesson and of the user whose call ended it. Includes only dashboards of the
 * lesson's organization, opened since the lesson began. `bellRinger` is undefined if no user's call ended the lesson.
 */
export async function endDashboardsOfLesson(
  transaction: Transaction<Tables>,
  { lessonId, bellRinger }: { lessonId: string; bellRinger: string | undefined },
): Promise<void> {
  const isOfLesson = sql<boolean>`opened.client_id = ${dashboardClientId} and exists (
    select from lessons l where l.id = ${lessonId}::uuid and l.organization_id = opened.organization_id and l.started_at <= opened.created_at
  ) and opened.account_id in (
    select started_by from lessons where id = ${lessonId}::uuid union all select ${bellRinger ?? null}::uuid
  )`;
  await endGrants(transaction, isOfLesson, "LESSON");
}

/**
 * The history records actor, target, place and time. It never contains a secret, a person's name or an e-mail address. It does contain names
 * of devices and games, as staff typed them.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AuditDetail } from "@storyport/contract/audit";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";

export type AuditEventName =
  | "login_succeeded"
  | "login_failed"
  | "login_refused"
  | "logins_stopped"
  | "login_confirmed"
  | "access_refused"
  | "logged_out"
  | "session_ended"
  | "sessions_ended"
  | "second_factor_added"
  | "second_factor_passed"
  | "second_factor_failed"
  | "second_factor_removed"
  | "passkey_added"
  | "passkey_removed"
  | "passkey_copied"
  | "passkeys_reset"
  | "backup_codes_renewed"
  | "identity_connected"
  | "identity_disconnected"
  | "display_name_set"
  | "reset_link_sent"
  | "activation_link_sent"
  | "other_ways_sent"
  | "deletion_link_sent"
  | "link_mismatched"
  | "password_set"
  | "account_deleted"
  | "account_viewed"
  | "account_created"
  | "administrator_created"
  | "account_edited"
  | "email_change_proposed"
  | "email_change_confirmed"
  | "email_change_refused"
  | "email_change_cancelled"
  | "email_changed"
  | "permissions_set"
  | "account_activated"
  | "account_deactivated"
  | "account_reactivated"
  | "accounts_exported"
  | "players_exported"
  | "personal_data_exported"
  | "student_created"
  | "player_group_created"
  | "player_group_edited"
  | "player_group_archived"
  | "player_group_restored"
  | "player_group_right_set"
  | "player_edited"
  | "support_view_began"
  | "support_view_ended"
  | "history_exported"
  | "class_imported"
  | "class_import_undone"
  | "roster_connected"
  | "roster_disconnected"
  | "roster_checked"
  | "roster_stopped"
  | "roster_applied"
  | "roster_discarded"
  | "roster_undone"
  | "roster_student_kept"
  | "class_moved"
  | "student_moved"
  | "transfer_opened"
  | "transfer_accepted"
  | "transfer_declined"
  | "transfer_withdrawn"
  | "lesson_started"
  | "lesson_ended"
  | "device_adopted"
  | "device_renamed"
  | "device_removed"
  | "child_seated"
  | "seat_refused"
  | "badge_issued"
  | "badge_reprinted"
  | "badge_voided"
  | "one_time_code_issued"
  | "one_time_code_voided"
  | "organization_created"
  | "organization_edited"
  | "name_sharing_set"
  | "name_sharing_ended"
  | "user_group_created"
  | "user_group_edited"
  | "user_group_archived"
  | "user_group_restored"
  | "member_added"
  | "member_changed"
  | "member_removed"
  | "membership_asked"
  | "membership_ended"
  | "game_created"
  | "game_edited"
  | "game_retired"
  | "game_restored"
  | "game_right_set"
  | "conformance_run_started"
  | "conformance_report_shared"
  | "game_login_refused"
  | "game_code_issued"
  | "game_code_refused"
  | "game_code_replayed"
  | "tokens_issued"
  | "token_reuse"
  | "token_revoked"
  | "token_narrowed"
  | "secret_key_changed"
  | "history_month_closed"
  | "history_dropped"
  | "all_logins_ended"
  | "maintenance_began"
  | "maintenance_ended";

export interface AuditEvent {
  event: AuditEventName;
  /** The account that acted, known by its login or mailed link. Undefined if the portal, the operator, a game or a stranger acted. */
  actorId?: string | undefined;
  /** The account or thing that the event is about. */
  targetId?: string | undefined;
  /**
   * The organization of the target or of the action. Its managers of members see the event; if it is undefined, only administrators do.
   * What two schools must see is written once for each.
   */
  organizationId?: string | undefined;
  details?: Partial<Record<AuditDetail, unknown>>;
}

/** Writes one event. Pass the transaction of the action, so that action and event commit together. */
export async function recordEvent(database: Database, caller: Caller, event: AuditEvent): Promise<void> {
  await eventInsert(caller, event).execute(database);
}

/** Writes several events in one statement, in the given order. */
export async function recordEvents(database: Database, caller: Caller, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into audit_events (event, actor_id, target_id, organization_id, request_id, network, details)
    select event, "actorId", "targetId", "organizationId", ${caller.requestId}, ${caller.network}, coalesce(details, '{}')
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as given (event text, "actorId" uuid, "targetId" uuid, "organizationId" uuid, details jsonb)`.execute(database);
}

/** Returns the insert for use inside a larger statement, because every round trip of a login counts. */
export function eventInsert(caller: Caller, { event, actorId, targetId, organizationId, details = {} }: AuditEvent): RawBuilder<unknown> {
  return sql`
    insert into audit_events (event, actor_id, target_id, organization_id, request_id, network, details)
    values (
      ${event}, ${actorId ?? null}::uuid, ${targetId ?? null}::uuid, ${organizationId ?? null}::uuid,
      ${caller.requestId}, ${caller.network}, ${JSON.stringify(details)}::jsonb
    )`;
}

/**
 * For repeated actions, such as viewing a page. Writes nothing if the history has the same event, accounts, reason, call, game and
 * client from the last ten minutes. Other details do not count, because a caller may choose them freely. For errors.gameNotAvailable only
 * event, accounts and reason count, because a caller may name any game. It takes no lock. So calls at the same moment may all write; the
 * connections to the database bound their number.
 */
export async function recordEventOnce(database: Database, caller: Caller, event: AuditEvent): Promise<void> {
  const { event: name, actorId = null, targetId = null, details = {} } = event;
  // This is an equality, because no index serves "is not distinct from". The events of an account are few.
  const is = (column: "actor_id" | "target_id", id: string | null) =>
    id === null ? sql`e.${sql.ref(column)} is null` : sql`e.${sql.ref(column)} = ${id}::uuid`;
  const same = (detail: AuditDetail) => sql`e.details ->> ${sql.lit(detail)} is not distinct from ${details[detail] ?? null}::text`;
  const counted: readonly AuditDetail[] =
    details["reason"] === "errors.gameNotAvailable" ? ["reason"] : ["reason", "call", "gameId", "client"];
  const { rows } = await sql`
    select from audit_events e
    where e.event = ${name} and ${is("actor_id", actorId)} and ${is("target_id", targetId)}
      and ${sql.join(counted.map(same), sql` and `)} and e.at > now() - interval '10 minutes'
    limit 1`.execute(database);
  if (rows.length === 0) await recordEvent(database, caller, event);
}

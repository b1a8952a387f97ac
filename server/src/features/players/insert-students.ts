import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { createAccounts } from "#/features/accounts/create-account.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import { addOrganizationMembers } from "#/features/organizations/add-member.ts";
import { giveRolesTo } from "#/features/rights/give-roles.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { insertPlayers } from "./queries.ts";

export interface NewStudent {
  name: string;
  playerGroupId: string;
  /** The school's own id of the child, unique in the organization. The caller has checked that no other student has it. */
  externalId?: string | undefined;
}

export interface NewStudents {
  organizationId: string;
  locale: string;
  students: readonly NewStudent[];
}

export interface InsertedStudent extends NewStudent {
  accountId: string;
  playerId: string;
}

/**
 * Inserts accounts without an e-mail that log in only by badge or one-time code, and their players, and records each. A fixed number of
 * statements inserts any number of students. Returns them in the given order. The caller of this function holds the groups and has checked
 * rights and names.
 */
export async function insertStudents(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, locale, students }: NewStudents,
): Promise<InsertedStudent[]> {
  const accounts = students.map(({ name }) => ({ email: null, displayName: name, locale, isActive: true }));
  const accountIds = await createAccounts(transaction, accounts, ["QRCODE"]);
  const inserted = students.map((student, index) => ({ ...student, accountId: known(accountIds[index]), playerId: randomUUID() }));
  const ids = inserted.map(({ accountId }) => accountId);
  await addOrganizationMembers(transaction, ids, organizationId);
  await giveRolesTo(transaction, { accountIds: ids, organizationId }, ["student"]);
  await insertPlayers(
    transaction,
    inserted.map(({ playerId, externalId, ...student }) => ({ ...student, id: playerId, externalId, organizationId })),
  );
  const about = { event: "student_created", actorId: caller.session.accountId, organizationId } as const;
  const events = inserted.map(({ accountId, playerGroupId }) => ({ ...about, targetId: accountId, details: { playerGroupId } }));
  await recordEvents(transaction, caller, events);
  return inserted;
}

/** Without an e-mail address there is no conflict, so every account is inserted. */
function known(accountId: string | undefined): string {
  if (accountId === undefined) throw new Error("An account without an address was not inserted.");
  return accountId;
}

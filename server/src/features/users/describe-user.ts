import type { ResponseOf } from "@storyport/contract/endpoint";
import type { getUser as endpoint } from "@storyport/contract/users";
import type { AppContext } from "#/context.ts";
import { openProposal } from "#/features/email-changes/answer-proposal.ts";
import { mayRemove } from "#/features/organizations/remove-member.ts";
import { letterFor } from "#/features/passwords/letter-for.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { listSessionsOf } from "#/features/sessions/list-sessions-of.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { listDeliveries } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import * as detail from "./detail-queries.ts";
import { mayChangeEmail, mayLetIn } from "./user-in-reach.ts";
import type { ReachedUser } from "./user-in-reach.ts";

export type UserDetails = ResponseOf<typeof endpoint>;

/**
 * Describes an account with all that belongs to it. A manager of an organization sees the account's state and its rights there.
 * A manager never sees its private side: sessions, letters, identities, other organizations, platform roles
 * (docs/decisions/0021).
 */
export async function describeUser(
  context: Pick<AppContext, "database" | "settings">,
  session: Session,
  user: ReachedUser,
): Promise<UserDetails> {
  const { database } = context;
  const account = await detail.findAccount(database, user.id);
  if (account === undefined) throw new Refusal("errors.notFound");
  const isPrivateShown = user.visible === "everything";
  const holdings = await describeHoldings(database, session, user);
  const letterNeeded = user.isWhole && account.email !== null ? letterFor(user) : undefined;
  const emailProposal = user.isWhole ? await openProposal(database, user.id) : null;
  return {
    ...describeAccount(account),
    ...(letterNeeded !== undefined && { letterNeeded }),
    emailProposal,
    loginTypes: user.login_types,
    ...holdings,
    ...(isPrivateShown ? await describePrivate(context, user.id) : { identities: [], sessions: [], letters: [] }),
    may: {
      edit: user.isWhole,
      changeEmail: user.isWhole && mayChangeEmail(session, user),
      confirmEmail: isAdministrator(session) && emailProposal !== null,
      reactivate: user.isWhole && user.status === "DEACTIVATED" && mayLetIn(session, user),
      delete: isAdministrator(session) && user.isWhole && user.id !== session.accountId,
      resetSecondFactor: isAdministrator(session) && account.has_second_factor && user.id !== session.accountId,
      supportView: isAdministrator(session) && user.status === "ACTIVE" && user.id !== session.accountId && isViewable(account, holdings),
      resetPasskeys: isAdministrator(session) && account.passkeys > 0 && user.id !== session.accountId,
    },
  };
}

/** The same rule as when a view begins (docs/decisions/0070). */
function isViewable({ email }: detail.AccountRow, { roles, permissions }: Pick<UserDetails, "roles" | "permissions">): boolean {
  return (
    email !== null &&
    permissions.includes("login") &&
    !permissions.includes("admin") &&
    !roles.some(({ role_key }) => role_key === "student")
  );
}

function describeAccount(account: detail.AccountRow) {
  return {
    id: account.id,
    version: account.version,
    email: account.email,
    displayName: account.display_name,
    status: account.status,
    defaultLocale: account.default_locale,
    createdAt: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
    activatedAt: account.activated_at?.toISOString() ?? null,
    deactivatedAt: account.deactivated_at?.toISOString() ?? null,
    hasPassword: account.has_password,
    passwordExpired: account.password_expired,
    hasSecondFactor: account.has_second_factor,
    passkeys: account.passkeys,
  };
}

async function describeHoldings(database: Database, session: Session, user: ReachedUser) {
  const { id, visible } = user;
  const within = visible === "everything" ? null : visible;
  const roles = await detail.findHeldRoles(database, id, within);
  const direct = await detail.findDirectPermissions(database, id, within);
  const byRoles = await detail.findPermissions(
    database,
    roles.map((row) => row.role_key),
  );
  const organizations = await detail.findOrganizations(database, id, within);
  const userGroups = await detail.findUserGroups(database, id, within);
  const players = await detail.findPlayers(database, id, within);
  return {
    organizations: organizations.map((row) => ({
      id: row.id,
      organization_key: row.key,
      isPrimary: row.is_primary,
      joinedAt: row.joined_at.toISOString(),
      mayRemove: mayRemove(session, user),
    })),
    roles: roles.map((row) => ({
      role_key: row.role_key,
      ...(row.organization_id === null ? {} : { organizationId: row.organization_id }),
      ...(row.user_group_id === null ? {} : { userGroupId: row.user_group_id }),
    })),
    permissions: [...new Set([...byRoles, ...direct.map((row) => row.permission_key)])].toSorted(),
    directPermissions: direct.map((row) => ({ permission_key: row.permission_key, organizationId: row.organization_id })),
    userGroups: userGroups.map((row) => ({
      id: row.id,
      groupName: row.name,
      organizationId: row.organization_id,
      rightsType: row.rights_level,
    })),
    players: players.map((row) => ({ id: row.id, playerName: row.name })),
  };
}

async function describePrivate(context: Pick<AppContext, "database" | "settings">, accountId: string) {
  const { database } = context;
  const identities = await detail.findIdentities(database, accountId);
  const sessions = await listSessionsOf(context, accountId);
  const letters = await listDeliveries(database, accountId);
  return {
    identities: identities.map((row) => ({
      provider: row.provider,
      connectedAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    sessions: sessions.map((row) => ({
      id: row.handle,
      deviceName: row.device_name,
      loginType: row.login_type,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.ends_at.toISOString(),
    })),
    letters: letters.map((row) => ({
      letter: row.letter,
      writtenAt: row.writtenAt.toISOString(),
      state: row.state,
      sentAt: row.sentAt?.toISOString() ?? null,
      attempts: row.attempts,
    })),
  };
}

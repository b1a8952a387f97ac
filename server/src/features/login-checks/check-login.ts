import type { LoginAttempt, LoginCheck } from "@storyport/contract/login-checks";
import { loginTypes } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { isAdministrator, isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import * as queries from "./queries.ts";
import { dashboardChecks, gameChecks, isStudent, loginChecks } from "./rules.ts";

export interface LoginQuestion {
  accountId: string;
  /** If omitted, the account's first organization that the caller may see. */
  organizationId?: string | undefined;
  /** If omitted, the rules of the dashboard are checked. */
  gameId?: number | undefined;
}

/** The events of the history that are listed as attempts. True for a refused attempt. */
const attemptEvents = {
  login_succeeded: false,
  login_failed: true,
  login_refused: true,
  child_seated: false,
  game_code_issued: false,
  game_login_refused: true,
  tokens_issued: false,
  game_code_refused: true,
  game_code_replayed: true,
} as const satisfies Partial<Record<AuditEventName, boolean>>;
const mostAttempts = 10;

/**
 * Checks each rule of logging in and of opening a game or the dashboard for an account. Lists its last ten attempts that the caller may see.
 * Users with rights on an open class may ask about its students, managers about members, administrators about any account. Any other account,
 * organization or game is refused with errors.notFound.
 */
export async function checkLogin({ database, providers }: AppContext, session: Session, question: LoginQuestion): Promise<LoginCheck> {
  const { accountId, gameId } = question;
  const reach = await reachOfCheck(database, session, accountId);
  const organizations = await queries.listOrganizationsOf(database, accountId, reach.within);
  const organization = await chosenOrganization(database, { session, organizations, wanted: question.organizationId });
  const facts = await queries.findLoginFacts(database, accountId, organization?.id ?? null);
  if (facts === undefined) throw new Refusal("errors.notFound");
  const others = { hasPasskey: await hasPasskey(database, accountId), offered: providers.names };
  const games = await queries.listGameFacts(database, {
    organizationId: organization?.id ?? null,
    gameId,
    withHidden: isAdministrator(session),
  });
  const game = games.find(({ game_id }) => game_id === gameId);
  if (gameId !== undefined && game === undefined) throw new Refusal("errors.notFound");
  const attempts = await queries.listAttempts(database, {
    accountId,
    events: Object.keys(attemptEvents),
    ...reach,
    most: mostAttempts,
  });
  return {
    account: { id: accountId, name: facts.name, isStudent: isStudent(facts) },
    organization: organization ?? null,
    organizations,
    games: games.map(({ game_id, description }) => ({ gameId: game_id, description })),
    checks: [...loginChecks(facts, others), ...(game === undefined ? dashboardChecks(facts) : gameChecks(facts, others, game))],
    attempts: attempts.map(describeAttempt),
  };
}

interface CheckReach {
  /** The organizations in which the caller may ask about the account; null for all. */
  within: string[] | null;
  /** Whether the attempts include events that belong to no organization, such as a wrong password. */
  withUnbound: boolean;
}

/** Throws errors.notFound if the caller may not ask about the account at all. */
async function reachOfCheck(database: Database, session: Session, accountId: string): Promise<CheckReach> {
  if (isAdministrator(session)) return { within: null, withUnbound: true };
  const managed = await reachOf(database, session, "manage_members");
  const own = await queries.listOrganizationsOf(database, accountId, null);
  // A manager may ask about every member, another user only about students of classes on which they have rights.
  const asManager = own.map(({ id }) => id).filter((id) => isWithin(managed, id));
  const held = await levelsOnGroups(database, session, await queries.listClassesOf(database, accountId));
  const asTeacher = await queries.listOrganizationsOfStudent(database, accountId, [...held.keys()]);
  const reached = [...new Set([...asManager, ...asTeacher])];
  if (reached.length === 0) throw new Refusal("errors.notFound");
  // An event without an organization is shown only if the caller reaches all organizations of the account. An
  // administrator's events concern the whole platform, so no manager sees them.
  const withUnbound = reached.length === own.length && !(await queries.isAdministratorAccount(database, accountId));
  return { within: reached, withUnbound };
}

interface Choosing {
  session: Session;
  organizations: LoginCheck["organizations"];
  wanted: string | undefined;
}

/** An administrator may also ask about an organization that the account does not belong to. */
async function chosenOrganization(database: Database, { session, organizations, wanted }: Choosing) {
  if (wanted === undefined) return organizations[0];
  const own = organizations.find(({ id }) => id === wanted);
  const chosen = own === undefined && isAdministrator(session) ? await queries.findOrganization(database, wanted) : own;
  if (chosen === undefined) throw new Refusal("errors.notFound");
  return chosen;
}

function describeAttempt({ at, event, request_id: requestId, details }: queries.AttemptRow): LoginAttempt {
  const { reason, code } = details;
  const why = typeof reason === "string" ? reason : typeof code === "string" ? code : undefined;
  const type = loginTypes.find((known) => known === details["loginType"]);
  const gameId = details["gameId"];
  return {
    at: at.toISOString(),
    event,
    isRefused: Object.entries(attemptEvents).some(([name, isRefused]) => name === event && isRefused),
    ...(why !== undefined && { reason: why }),
    ...(type !== undefined && { loginType: type }),
    ...(typeof gameId === "number" && { gameId }),
    requestId,
  };
}

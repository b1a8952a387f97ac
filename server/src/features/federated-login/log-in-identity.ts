import type { SessionStage } from "@storyport/contract/endpoint";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { updateFeideServices } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { stageAfterFirstFactor } from "#/features/second-factor/required-stage.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { askForGroups } from "./group-readings.ts";
import { keepForLogout, sealForLogout } from "./end-at-provider.ts";
import type { Arrival } from "./arrival.ts";
import type { Landing } from "./landings.ts";
import { providerRules } from "./provider-rules.ts";
import { findIdentityAccount, noteUse } from "./queries.ts";
import type { IdentityAccount } from "./queries.ts";
import { fits } from "./read-feide-person.ts";

export interface IdentityLogin {
  arrival: Arrival;
  deviceName: string;
  /** The browser's session before this login. */
  formerSecret: string | undefined;
}

/**
 * Logs in a user identified by a provider (specification, sections 4 and 8). Refuses an identity that is not connected
 * (errors.identityUnknown) and an account that is not active (errors.userNotActive). Refuses an account without this login type
 * (errors.loginTypeNotAllowed) or without the permission to log in (errors.noLoginPermissions). Refuses roles that contradict
 * the school (errors.affiliationMismatch). After it has locked the account, it checks again that the account is active and
 * connected. A pending second factor makes the session a half session (DESIGN A23).
 */
export async function logInIdentity(context: AppContext, caller: Caller, login: IdentityLogin): Promise<Landing> {
  const { identified, feide } = login.arrival;
  const account = await findIdentityAccount(context.database, identified);
  const code = refusalFor(account, login.arrival);
  if (code !== undefined || account === undefined) {
    await recordRefusal(context, caller, { account, login, code: code ?? "errors.identityUnknown" });
    throw new Refusal(code ?? "errors.identityUnknown");
  }
  const keptLogin = await sealForLogout(context, { provider: identified.provider, idToken: login.arrival.idToken });
  const { secret, stage } = await context.database.transaction().execute(async (transaction) => {
    if ((await holdActiveAccount(transaction, account.id)) === undefined) throw new Refusal("errors.userNotActive");
    const { provider, label } = identified;
    const use = { accountId: account.id, identityId: account.identity_id, provider, label, affiliation: feide?.affiliation };
    if (!(await noteUse(transaction, use))) throw new Refusal("errors.identityUnknown");
    if (feide !== undefined) await updateFeideServices(transaction, account.id, feide.services);
    const dueStage = await stageAfterFirstFactor(context, transaction, account);
    const sessionSecret = await begin(transaction, caller, { login, account, stage: dueStage });
    if (feide !== undefined) await askForGroups(context, transaction, { accountId: account.id, accessToken: login.arrival.accessToken });
    if (keptLogin !== undefined) await keepForLogout(transaction, sessionSecret, keptLogin);
    return { secret: sessionSecret, stage: dueStage };
  });
  return { to: nextPage(account, stage), session: { secret, accountId: account.id, locale: account.default_locale } };
}

/** Returns why an identity may not log in; undefined if it may. */
export function refusalFor(account: IdentityAccount | undefined, { feide }: Arrival): ErrorCode | undefined {
  if (account === undefined || account.status === "DELETED") return "errors.identityUnknown";
  if (account.status !== "ACTIVE") return "errors.userNotActive";
  if (!account.may_use_provider) return "errors.loginTypeNotAllowed";
  if (!account.permissions.includes("login")) return "errors.noLoginPermissions";
  return feide === undefined || fits(feide.affiliation, account.roles) ? undefined : "errors.affiliationMismatch";
}

interface Beginning {
  login: IdentityLogin;
  account: IdentityAccount;
  stage: SessionStage;
}

async function begin(transaction: Transaction<Tables>, caller: Caller, { login, account, stage }: Beginning): Promise<string> {
  const { identified } = login.arrival;
  await recordEvent(transaction, caller, {
    event: "login_succeeded",
    actorId: account.id,
    targetId: account.id,
    ...(account.organization_id === null ? {} : { organizationId: account.organization_id }),
    details: { loginType: identified.provider, stage },
  });
  return startSession(transaction, {
    accountId: account.id,
    organizationId: account.organization_id,
    loginType: identified.provider,
    identityId: account.identity_id,
    stage,
    deviceName: login.deviceName,
    isAdmin: account.permissions.includes("admin"),
    formerSecret: login.formerSecret,
    provenAt: login.arrival.loggedInAt ?? (providerRules[identified.provider].provesLoginTime ? never : undefined),
  });
}

/** The provider was asked for the time and kept it back, so the login counts as old (docs/decisions/0074). */
const never = new Date(0);

function nextPage({ display_name, permissions }: IdentityAccount, stage: SessionStage): string {
  if (stage === "SECOND_FACTOR") return "/login/second-factor";
  if (stage === "ENROLMENT") return "/login/second-factor?enrol=1";
  return display_name === null && permissions.includes("set_display_name") ? "/set-display-name" : "/post-login";
}

interface RefusedLogin {
  account: IdentityAccount | undefined;
  login: IdentityLogin;
  code: ErrorCode;
}

async function recordRefusal({ database }: AppContext, caller: Caller, { account, login, code }: RefusedLogin): Promise<void> {
  await recordEvent(database, caller, {
    event: account === undefined ? "login_failed" : "login_refused",
    ...(account === undefined ? {} : { targetId: account.id }),
    details: { loginType: login.arrival.identified.provider, reason: code },
  });
}

import type { ErrorCode } from "@storyport/contract/error-codes";
import type { SessionUser } from "@storyport/contract/login";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { eventInsert, recordEvent } from "#/features/audit/record-event.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { isOnlyStudent } from "#/features/rights/students.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { returnAttempt } from "#/platform/throttle.ts";
import { provePasskey } from "./prove-passkey.ts";
import type { PasskeyAnswer, ProvenPasskey } from "./prove-passkey.ts";
import { findPasskeyAccount } from "./queries.ts";
import type { PasskeyAccount } from "./queries.ts";
import { startedLogins } from "./start-login.ts";
import { acceptUse } from "./accept-use.ts";

export interface PasskeyLogin extends PasskeyAnswer {
  deviceName: string;
  /** The browser's session before this login. */
  formerSecret: string | undefined;
}

export interface LoggedInByPasskey {
  user: SessionUser;
  locale: string;
  sessionSecret: string;
}

/**
 * Logs in by a passkey. Its device has verified its user, so the second factor is passed. The login type is PASSWORD, which stands for
 * the account's own means (docs/decisions/0064). Refuses like `provePasskey`. After the proof it refuses an account that is not active
 * (errors.userNotActive) or that may not log in (errors.noLoginPermissions). Refuses an account that is only a student, or has only
 * badge or API logins (errors.loginTypeNotAllowed). Refuses a passkey that may have been copied (errors.passkeyCopied). Reads the account
 * again after it has locked it, because it may have changed since the proof. An expired password does not matter here.
 */
export async function logInWithPasskey(context: AppContext, caller: Caller, login: PasskeyLogin): Promise<LoggedInByPasskey> {
  const proven = await provePasskey(context, caller, login);
  const begun = await context.database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, proven.account.id, "no key update");
    const account = await findPasskeyAccount(transaction, Buffer.from(login.credential.rawId, "base64url"));
    // The passkey was removed meanwhile.
    if (account === undefined || account.id !== proven.account.id) throw new Refusal("errors.passkeyUnknown");
    const code = refusalFor(account);
    if (code !== undefined) return { is: "refused" as const, code };
    if (!(await acceptUse(context, transaction, { caller, proven })))
      return { is: "refused" as const, code: "errors.passkeyCopied" as const };
    return { is: "begun" as const, account, sessionSecret: await begin(transaction, caller, { login, account }) };
  });
  // A proven passkey does not count against the address, even if its account is refused. A wait that another login began goes on.
  await returnAttempt(context.database, [startedLogins(caller)], "stays");
  if (begun.is === "refused") return refuse(context, caller, { proven, code: begun.code });
  const { account, sessionSecret } = begun;
  return { user: describe(account), locale: account.default_locale, sessionSecret };
}

function refusalFor({ status, may_log_in_itself, all_roles, permissions }: PasskeyAccount): ErrorCode | undefined {
  if (status !== "ACTIVE") return "errors.userNotActive";
  if (!may_log_in_itself || isOnlyStudent(all_roles)) return "errors.loginTypeNotAllowed";
  return permissions.includes("login") ? undefined : "errors.noLoginPermissions";
}

async function refuse(
  { database }: AppContext,
  caller: Caller,
  { proven: { account }, code }: { proven: ProvenPasskey; code: ErrorCode },
): Promise<never> {
  const details = { loginType: "PASSWORD", by: "passkey", reason: code };
  await recordEvent(database, caller, { event: "login_refused", targetId: account.id, details });
  throw new Refusal(code);
}

async function begin(
  transaction: Transaction<Tables>,
  caller: Caller,
  { login, account }: { login: PasskeyLogin; account: PasskeyAccount },
): Promise<string> {
  const event = eventInsert(caller, {
    event: "login_succeeded",
    actorId: account.id,
    targetId: account.id,
    organizationId: account.organization_id ?? undefined,
    details: { loginType: "PASSWORD", by: "passkey", stage: "FULL" },
  });
  await event.execute(transaction);
  return startSession(transaction, {
    accountId: account.id,
    organizationId: account.organization_id,
    loginType: "PASSWORD",
    stage: "FULL",
    deviceName: login.deviceName,
    isAdmin: account.permissions.includes("admin"),
    formerSecret: login.formerSecret,
    byPasskey: true,
  });
}

function describe(account: PasskeyAccount): SessionUser {
  return describeSession({
    accountId: account.id,
    organizationId: account.organization_id ?? undefined,
    email: account.email ?? undefined,
    displayName: account.display_name ?? undefined,
    loginType: "PASSWORD",
    locale: account.default_locale,
    roles: account.roles,
    permissions: account.permissions,
    feideServices: account.feide_services,
  });
}

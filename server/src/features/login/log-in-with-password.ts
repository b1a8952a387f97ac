import type { SessionStage } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { replacePasswordHash } from "#/features/accounts/update-account.ts";
import { eventInsert } from "#/features/audit/record-event.ts";
import { passkeyStep } from "#/features/passkeys/passkey-step.ts";
import { stageOf } from "#/features/second-factor/required-stage.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { isCurrentHash } from "#/platform/hashing/argon2-parameters.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { attemptOf, checkPassword, refusalFor, requireUsable } from "./check-password.ts";
import type { RightGuess } from "./check-password.ts";
import { knownDevice, triedKeyOf } from "./count-guesses.ts";
import { describeSession } from "./describe-session.ts";
import { notifyNewDevice } from "./notify-new-device.ts";
import { holdLoginAccount, recordLogin } from "./queries.ts";
import type { PasswordLogin } from "./password-login.ts";
import type { LoginAccount, LoginAttempt } from "./queries.ts";

export interface LoggedIn {
  answer: SessionUser | { secondFactor: "required" | "enrol" | "passkey" };
  accountId: string;
  locale: string;
  sessionSecret: string;
  deviceSecret: string;
}

/**
 * Logs in with e-mail and password (specification, sections 4, 5 and 8). An unknown e-mail, a wrong password and an account without a
 * password get the same refusal after the same work. Only the right password reveals why the account cannot log in: its status, its
 * permissions, or an expired password (DESIGN A8). Reads these after it has locked the account, because an administrator may have changed
 * them during the password check. A new session ends the browser's former session. A pending second factor, enrolment or passkey makes the
 * session a half session (DESIGN A23, docs/decisions/0073).
 */
export async function logInWithPassword(context: AppContext, caller: Caller, login: PasswordLogin): Promise<LoggedIn> {
  const attempt = attemptOf(caller, login);
  const begun = await checkPassword(context, caller, {
    login,
    attempt,
    async unlocks(right) {
      const done = await begin(context, caller, { login, attempt, ...right });
      if (done.is === "begun") return done;
      // The transaction has written nothing. `requireUsable` throws for the account that it refused.
      await requireUsable(context, caller, { account: done.account, guess: right.guess });
      throw new Refusal("errors.invalidUsernameOrPassword");
    },
  });
  if (begun === undefined) throw new Refusal("errors.invalidUsernameOrPassword");
  const { account, stage, sessionSecret, deviceSecret } = begun;
  const answer = stage === "FULL" ? describe(account) : ({ secondFactor: nextStep[stage] } as const);
  return { answer, accountId: account.id, locale: account.default_locale, sessionSecret, deviceSecret };
}

/** How the answer names the step that a half session still needs. The user's data is returned only after the last step. */
const nextStep = { SECOND_FACTOR: "required", ENROLMENT: "enrol", PASSKEY: "passkey" } as const;

interface RightPassword extends RightGuess {
  login: PasswordLogin;
  attempt: LoginAttempt;
}

type Begun =
  | { is: "begun"; account: LoginAccount; stage: SessionStage; sessionSecret: string; deviceSecret: string }
  | { is: "refused"; account: LoginAccount };

async function begin(context: AppContext, caller: Caller, { login, holder, guess, attempt }: RightPassword): Promise<Begun> {
  const { id: accountId, password_hash: passwordHash } = holder;
  // A hash made with former parameters is replaced, because only now the password is known.
  const newHash = isCurrentHash(passwordHash ?? "") ? undefined : await context.hasher.hash(login.password);
  return context.database.transaction().execute(async (transaction): Promise<Begun> => {
    const account = await holdLoginAccount(transaction, attempt, holder);
    if (account === undefined) throw new Refusal("errors.invalidUsernameOrPassword");
    if (refusalFor(account) !== undefined) return { is: "refused", account };
    const deviceSecret = knownDevice(login, account) ?? newSecret();
    const passkey = account.is_in_demanding_organization ? await passkeyStep(transaction, accountId) : "none";
    const stage = stageOf(context, { permissions: account.permissions, hasFactor: account.has_second_factor, passkey });
    await notifyNewDevice(context, transaction, { account, deviceName: login.deviceName });
    if (newHash !== undefined) await replacePasswordHash(transaction, { accountId, from: passwordHash, to: newHash });
    const alongside = recordLogin({
      accountId,
      deviceDigest: digestOf(deviceSecret),
      formerDeviceDigest: attempt.deviceDigest,
      throttleKey: guess.key,
      triedKey: triedKeyOf(caller, login.email),
      address: attempt.address,
      lanes: guess.lanes,
      event: eventInsert(caller, {
        event: "login_succeeded",
        actorId: accountId,
        targetId: accountId,
        organizationId: account.organization_id ?? undefined,
        details: { loginType: "PASSWORD", stage },
      }),
    });
    const sessionSecret = await startSession(transaction, {
      accountId,
      organizationId: account.organization_id,
      loginType: "PASSWORD",
      stage,
      deviceName: login.deviceName,
      isAdmin: account.permissions.includes("admin"),
      formerSecret: login.formerSessionSecret,
      alongside,
    });
    return { is: "begun", account, stage, sessionSecret, deviceSecret };
  });
}

function describe(account: LoginAccount): SessionUser {
  return describeSession({
    accountId: account.id,
    organizationId: account.organization_id ?? undefined,
    email: account.email,
    displayName: account.display_name ?? undefined,
    loginType: "PASSWORD",
    locale: account.default_locale,
    roles: account.roles,
    permissions: account.permissions,
    feideServices: account.feide_services,
  });
}

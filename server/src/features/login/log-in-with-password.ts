import type { SessionStage } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { replacePasswordHash } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
import { stageAfterFirstFactor } from "#/features/second-factor/second-factor-owed.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { isCurrentHash } from "#/platform/hashing/argon2-parameters.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import {
  accountPolicy,
  addressPolicy,
  forgetAttempts,
  refuseWhileBlocked,
  returnAttempt,
  takeAttempt,
  throttleKey,
} from "#/platform/throttle.ts";
import { describeSession } from "./describe-session.ts";
import { tellOfNewDevice } from "./tell-of-new-device.ts";
import { findLoginAccount, settleLogin } from "./queries.ts";
import type { LoginAccount } from "./queries.ts";

export interface PasswordLogin {
  email: string;
  password: string;
  deviceName: string;
  deviceSecret: string | undefined;
  formerSessionSecret: string | undefined;
}

export interface LoggedIn {
  answer: SessionUser | { secondFactor: "required" | "enrol" };
  accountId: string;
  locale: string;
  sessionSecret: string;
  deviceSecret: string;
}

/**
 * Logs in with e-mail and password (specification, sections 4, 5 and 8). Unknown e-mail, wrong password and an account
 * without a password get the same refusal after the same work; only who knows the password learns that the account is
 * not active, may not log in, or that its password has expired (DESIGN A8). A new session ends the browser's former one.
 * Where a second factor is owed the session is a half one until it is answered, or enrolled (DESIGN A23).
 */
export async function logInWithPassword(context: AppContext, caller: Caller, login: PasswordLogin): Promise<LoggedIn> {
  const { database } = context;
  const givenDevice = login.deviceSecret === undefined ? undefined : digestOf(login.deviceSecret);
  const addressKey = throttleKey("password-address", caller.addressBucket);
  const { account, isAddressBlocked } = await findLoginAccount(database, { email: login.email, deviceDigest: givenDevice, addressKey });
  if (isAddressBlocked && account?.is_known_device !== true) await refuseWhileBlocked(database, addressKey);
  const throttle = await countAttempt(context, { login, account });
  const isRight = await verify(context, { hash: account?.password_hash ?? undefined, password: login.password, throttle });
  if (!isRight || account === undefined) {
    await failLogin(context, caller, account);
    throw new Refusal("errors.invalidUsernameOrPassword");
  }
  await requireUsable(context, caller, { account, throttle });
  const begun = await begin(context, caller, { login, account, throttle, givenDevice });
  const answer = begun.stage === "FULL" ? describe(account) : ({ secondFactor: owed[begun.stage] } as const);
  return { answer, accountId: account.id, locale: account.default_locale, ...begun };
}

/** Who is logged in is told only once nothing is owed any more. */
const owed = { SECOND_FACTOR: "required", ENROLMENT: "enrol" } as const;

interface RightPassword {
  login: PasswordLogin;
  account: LoginAccount;
  throttle: string;
  givenDevice: Buffer | undefined;
}

interface Begun {
  stage: SessionStage;
  sessionSecret: string;
  deviceSecret: string;
}

async function begin(context: AppContext, caller: Caller, { login, account, throttle, givenDevice }: RightPassword): Promise<Begun> {
  const { id: accountId, password_hash: passwordHash } = account;
  const newHash = isCurrentHash(passwordHash ?? "") ? undefined : await context.hasher.hash(login.password);
  const deviceSecret = knownDevice(login, account) ?? newSecret();
  const deviceDigest = digestOf(deviceSecret);
  return context.database.transaction().execute(async (transaction) => {
    const settled = { accountId, passwordHash, deviceDigest, formerDeviceDigest: givenDevice, throttleKey: throttle };
    if (!(await settleLogin(transaction, settled))) throw new Refusal("errors.invalidUsernameOrPassword");
    const stage = await stageAfterFirstFactor(context, transaction, account);
    if (!account.is_known_device) {
      await tellOfNewDevice(context, transaction, { account, deviceDigest, deviceName: login.deviceName });
    }
    if (newHash !== undefined) await replacePasswordHash(transaction, { accountId, from: passwordHash, to: newHash });
    await recordEvent(transaction, caller, {
      event: "login_succeeded",
      actorId: accountId,
      targetId: accountId,
      ...(account.organization_id === null ? {} : { organizationId: account.organization_id }),
      details: { loginType: "PASSWORD", stage },
    });
    const sessionSecret = await startSession(transaction, {
      accountId,
      organizationId: account.organization_id,
      loginType: "PASSWORD",
      stage,
      deviceName: login.deviceName,
      isAdmin: account.permissions?.includes("admin") ?? false,
      formerSecret: login.formerSessionSecret,
    });
    return { stage, sessionSecret, deviceSecret };
  });
}

/** Being told to come back later is nobody's wrong guess. */
async function verify(
  { hasher, database }: AppContext,
  { hash, password, throttle }: { hash: string | undefined; password: string; throttle: string },
): Promise<boolean> {
  try {
    return await hasher.verify(hash, password);
  } catch (error) {
    if (error instanceof Refusal && error.code === "errors.busy") await returnAttempt(database, [throttle], "stays");
    throw error;
  }
}

interface Attempt {
  login: PasswordLogin;
  account: LoginAccount | undefined;
}

/** The secret of a browser that this account knows. Any other secret may be somebody's own making, and is never kept. */
function knownDevice(login: PasswordLogin, account: LoginAccount): string | undefined {
  return account.is_known_device ? login.deviceSecret : undefined;
}

/** A browser the account knows has a count of its own, so that strangers' guesses never lock its owner out. */
async function countAttempt({ database }: AppContext, { login, account }: Attempt): Promise<string> {
  const device = account === undefined ? undefined : knownDevice(login, account);
  if (account !== undefined && device !== undefined) {
    const own = throttleKey("known-device", `${device} ${account.id}`);
    await takeAttempt(database, own, accountPolicy);
    return own;
  }
  const shared = throttleKey("password-account", login.email);
  await takeAttempt(database, shared, accountPolicy);
  return shared;
}

async function failLogin({ database }: AppContext, caller: Caller, account: LoginAccount | undefined): Promise<void> {
  await recordEvent(database, caller, {
    event: "login_failed",
    ...(account === undefined ? {} : { targetId: account.id }),
    details: { loginType: "PASSWORD", reason: account === undefined ? "unknown account" : "wrong password" },
  });
  // Whether this one tips the address over is for its next attempt to learn.
  await takeAttempt(database, throttleKey("password-address", caller.addressBucket), addressPolicy).catch(ignoreThrottle);
}

function ignoreThrottle(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** What only the holder of the right password is told. */
async function requireUsable(
  context: AppContext,
  caller: Caller,
  { account, throttle }: { account: LoginAccount; throttle: string },
): Promise<void> {
  const code = refusalFor(account);
  if (code === undefined) return;
  await context.database.transaction().execute(async (transaction) => {
    await forgetAttempts(transaction, [throttle]);
    const details = { loginType: "PASSWORD", reason: code };
    await recordEvent(transaction, caller, { event: "login_refused", targetId: account.id, details });
    if (code === "errors.passwordExpired") await sendResetLink(context, transaction, { account, caller });
  });
  throw new Refusal(code);
}

function refusalFor(account: LoginAccount) {
  if (account.status !== "ACTIVE") return "errors.userNotActive";
  if (account.password_expired) return "errors.passwordExpired";
  return account.permissions?.includes("login") === true ? undefined : "errors.noLoginPermissions";
}

function describe(account: LoginAccount): SessionUser {
  return describeSession({
    accountId: account.id,
    organizationId: account.organization_id ?? undefined,
    email: account.email,
    displayName: account.display_name ?? undefined,
    loginType: "PASSWORD",
    locale: account.default_locale,
    roles: account.roles ?? [],
    permissions: account.permissions ?? [],
    feideServices: account.feide_services,
  });
}

import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
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
import { answerAt, stageAfterFirstFactor, stageOnceHeld } from "./second-factor-owed.ts";
import type { LoginAnswer } from "./second-factor-owed.ts";
import { findLoginAccount, settleLogin, updatePasswordHash } from "./queries.ts";
import type { LoginAccount } from "./queries.ts";

export interface PasswordLogin {
  email: string;
  password: string;
  deviceName: string;
  deviceSecret: string | undefined;
  formerSessionSecret: string | undefined;
}

export interface LoggedIn {
  answer: LoginAnswer;
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
  const { database, hasher } = context;
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
  const newHash = isCurrentHash(account.password_hash ?? "") ? undefined : await hasher.hash(login.password);
  const stageBefore = stageAfterFirstFactor(context.settings, {
    hasSecondFactor: account.has_second_factor,
    permissions: account.permissions ?? [],
  });
  const deviceSecret = knownDevice(login, account) ?? newSecret();
  const { sessionSecret, stage } = await database.transaction().execute(async (transaction) => {
    const { id: accountId, password_hash: passwordHash } = account;
    const device = { deviceDigest: digestOf(deviceSecret), formerDeviceDigest: givenDevice };
    const isStillRight = await settleLogin(transaction, { accountId, passwordHash, ...device, throttleKey: throttle });
    if (!isStillRight) throw new Refusal("errors.invalidUsernameOrPassword");
    const stage = await stageOnceHeld(transaction, accountId, stageBefore);
    if (!account.is_known_device) {
      await tellOfNewDevice(context, transaction, { account, deviceDigest: device.deviceDigest, deviceName: login.deviceName });
    }
    if (newHash !== undefined) await updatePasswordHash(transaction, { accountId, from: passwordHash, to: newHash });
    await recordEvent(transaction, caller, {
      event: "login_succeeded",
      actorId: account.id,
      targetId: account.id,
      ...(account.organization_id === null ? {} : { organizationId: account.organization_id }),
      details: { loginType: "PASSWORD", stage },
    });
    const sessionSecret = await startSession(transaction, {
      accountId: account.id,
      organizationId: account.organization_id,
      loginType: "PASSWORD",
      stage,
      deviceName: login.deviceName,
      isAdmin: account.permissions?.includes("admin") ?? false,
      formerSecret: login.formerSessionSecret,
    });
    return { sessionSecret, stage };
  });
  return { answer: answerAt(stage, describe(account)), accountId: account.id, locale: account.default_locale, sessionSecret, deviceSecret };
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

/** Checks a typed password, for a login and for its confirmation. Both count in the same way. */
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { forgetAttempts, returnAttempt } from "#/platform/throttle.ts";
import { accountKeyOf, countPasswordGuess, countsOfAddress, failGuess } from "./count-guesses.ts";
import type { Guess } from "./count-guesses.ts";
import type { PasswordLogin } from "./password-login.ts";
import type { LoginAccount, LoginAttempt, PasswordHolder } from "./queries.ts";

/** Describes an attempt for the queries: the address, the digest of the browser's secret, and the counts of the network. */
export function attemptOf(caller: Caller, { email, deviceSecret }: PasswordLogin): LoginAttempt {
  return { email, deviceDigest: deviceSecret === undefined ? undefined : digestOf(deviceSecret), address: countsOfAddress(caller) };
}

export interface RightGuess {
  holder: PasswordHolder;
  guess: Guess;
}

interface PasswordProof<T> {
  login: PasswordLogin;
  attempt: LoginAttempt;
  /** The action that a right password allows. It has to clear the guess, which is counted like a wrong guess until then. */
  unlocks(right: RightGuess): Promise<T>;
}

/**
 * Counts a guess, then checks the password, and runs `unlocks` if it is right. Records a wrong password, and returns undefined. Refuses with
 * errors.tooManyAttempts during a wait, with errors.loginStopped after too many failures, and with errors.busy if the hashing queue is full.
 * Before it refuses for a count, it waits for this process's running guesses at the same e-mail address, because right guesses make room
 * (docs/decisions/0085). An account without a password costs the same work.
 */
export async function checkPassword<T extends object>(
  context: AppContext,
  caller: Caller,
  proof: PasswordProof<T>,
): Promise<T | undefined> {
  const { login, attempt, unlocks } = proof;
  return context.attempts.run(accountKeyOf(login.email), {
    count: () => countPasswordGuess(context.database, login, attempt),
    async check({ holder, guess }) {
      const isRight = await verify(context, { hash: holder?.password_hash ?? undefined, password: login.password, guess });
      if (isRight && holder !== undefined) return unlocks({ holder, guess });
      await failLogin(context, caller, { login, holder, guess });
      return undefined;
    },
  });
}

/** A full hashing queue is not a wrong password, so the attempt is given back to every count that it is in. */
async function verify(
  { hasher, database }: AppContext,
  { hash, password, guess }: { hash: string | undefined; password: string; guess: Guess },
): Promise<boolean> {
  try {
    return await hasher.verify(hash, password);
  } catch (error) {
    if (error instanceof Refusal && error.code === "errors.busy") await returnAttempt(database, [guess.key, ...guess.lanes], "stays");
    throw error;
  }
}

interface WrongGuess {
  login: PasswordLogin;
  holder: PasswordHolder | undefined;
  guess: Guess;
}

async function failLogin({ database }: AppContext, caller: Caller, { login, holder, guess }: WrongGuess): Promise<void> {
  await recordEvent(database, caller, {
    event: "login_failed",
    ...(holder === undefined ? {} : { targetId: holder.id }),
    details: { loginType: "PASSWORD", reason: holder === undefined ? "unknown account" : "wrong password" },
  });
  await failGuess(database, caller, { email: login.email, holder, guess });
}

/** Refuses and records what only the right password reveals. The owner of an expired password gets a reset link. */
export async function requireUsable(
  context: AppContext,
  caller: Caller,
  { account, guess }: { account: LoginAccount; guess: Guess },
): Promise<void> {
  const code = refusalFor(account);
  if (code === undefined) return;
  await context.database.transaction().execute(async (transaction) => {
    // First, because a new password locks the account before its counts.
    const getsLink = code === "errors.passwordExpired" && (await holdReader(transaction, account));
    // The password was right, so nothing of it counts as a guess.
    await forgetAttempts(transaction, [guess.key]);
    await returnAttempt(transaction, guess.lanes, "ends");
    const details = { loginType: "PASSWORD", reason: code };
    await recordEvent(transaction, caller, { event: "login_refused", targetId: account.id, details });
    if (getsLink) await sendResetLink(context, transaction, { account, caller, cause: "LOGIN", reason: "expired" });
  });
  throw new Refusal(code);
}

/** Locks the account. Returns whether it is still active at this address: a change of address ends all links. */
async function holdReader(transaction: Transaction<Tables>, { id, email }: LoginAccount): Promise<boolean> {
  const held = await holdAccount(transaction, id, "update");
  return held?.status === "ACTIVE" && held.email === email;
}

/** Returns why the account may not log in, or undefined. */
export function refusalFor(account: LoginAccount) {
  if (account.status !== "ACTIVE") return "errors.userNotActive";
  if (account.password_expired) return "errors.passwordExpired";
  return account.permissions.includes("login") ? undefined : "errors.noLoginPermissions";
}

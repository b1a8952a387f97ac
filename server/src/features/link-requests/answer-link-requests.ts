/**
 * Works through the requests for mailed links. Sends a letter if an account exists that may have it, otherwise nothing. The portal itself
 * makes a request STOPPED when a hundred wrong passwords have stopped password logins. They may be stopped for all browsers, or for a browser
 * that the account knows.
 */
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdAccountOf } from "#/features/accounts/hold-account.ts";
import { sendDeletionLink } from "#/features/accounts/send-deletion-link.ts";
import { letterFor } from "#/features/passwords/letter-for.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { sendOtherWays } from "#/features/passwords/send-other-ways.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
import { sendStoppedLetter } from "#/features/passwords/send-stopped-letter.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { claimRequest, deleteRequest, findAskingAccount } from "./queries.ts";
import type { LinkRequest } from "./queries.ts";

type Context = Pick<AppContext, "database" | "settings">;

/** Any number of processes may run this concurrently, because a single process claims each request. */
export async function answerLinkRequests(context: Context): Promise<void> {
  for (let request = await claimRequest(context.database); request !== undefined; request = await claimRequest(context.database)) {
    await answer(context, request);
  }
}

async function answer(context: Context, request: LinkRequest): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await writeLetter(context, transaction, request);
    await deleteRequest(transaction, request);
  });
}

async function writeLetter(context: Context, transaction: Transaction<Tables>, request: LinkRequest): Promise<void> {
  // Before the account is read. Otherwise a change of address under way could end all links, and the former address would then get another.
  await holdAccountOf(transaction, request.email);
  const account = await findAskingAccount(transaction, request.email);
  if (account === undefined) return;
  const caller: Caller = { requestId: request.request_id, network: request.network, addressBucket: "" };
  const asking = { account, caller, cause: "ANYONE" } as const;
  if (request.purpose === "DELETION") return sendDeletionLink(context, transaction, asking);
  if (request.purpose === "STOPPED") return sendStoppedLetter(context, transaction, asking);
  // A deactivated user may still delete the account, but gets no way in.
  if (account.status === "DEACTIVATED") return;
  const letter = letterFor(account);
  if (letter === undefined) return sendOtherWays(context, transaction, { ...asking, loginTypes: account.login_types });
  // A user who never set a password needs the letter that explains the account.
  if (letter === "ACTIVATION") {
    await sendActivationLink(context, transaction, { ...asking, reason: account.status === "CREATED" ? "asked" : "askedActive" });
  } else await sendResetLink(context, transaction, { ...asking, reason: "asked", passwordWorks: account.password_works });
}

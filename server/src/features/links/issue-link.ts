import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { mayBeWrittenTo } from "./may-be-written-to.ts";
import type { Writing } from "./may-be-written-to.ts";
import { insertLink, replaceLinks } from "./queries.ts";
import type { LinkPurpose } from "./queries.ts";

/** Lifetimes of mailed links, in seconds. */
export const linkLife = { ACTIVATION: 7 * 24 * 3600, RESET: 3600, DELETION: 24 * 3600 } as const;

export interface IssuedLink {
  token: string;
  expiresAt: Date;
}

/**
 * Creates a link in the transaction of its letter. A new link replaces the former link of its purpose. Returns undefined if the account
 * has gone. Also returns undefined once the letter's budget is used up, so that a mailbox is not flooded.
 */
export async function issueLink(
  transaction: Transaction<Tables>,
  { purpose, ...writing }: Writing & { purpose: keyof typeof linkLife },
): Promise<IssuedLink | undefined> {
  const { accountId } = writing;
  if (!(await mayBeWrittenTo(transaction, writing))) return undefined;
  const token = newSecret();
  const expiresAt = await addLink(transaction, { accountId, purpose, token, validForSeconds: linkLife[purpose] });
  return { token, expiresAt };
}

/**
 * Creates a link with a given token, which replaces the former link of its purpose. The caller holds the account. Returns when it expires.
 */
export async function addLink(
  transaction: Transaction<Tables>,
  link: { accountId: string; purpose: LinkPurpose; token: string; validForSeconds: number },
): Promise<Date> {
  const { accountId, purpose, token, validForSeconds } = link;
  await replaceLinks(transaction, accountId, purpose);
  return insertLink(transaction, { accountId, purpose, digest: digestOf(token), validForSeconds });
}

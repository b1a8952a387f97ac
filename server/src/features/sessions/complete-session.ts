import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { endSession } from "./end-session.ts";
import { holdHalfSession, moveProviderLogin } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";
import { startSession } from "./start-session.ts";

/**
 * A full session in the place of one that owed a second factor: a new secret, so that whoever planted or saw the former one has
 * nothing. The ID token for the logout at the provider goes along. Undefined when the half session has ended meanwhile.
 */
export async function completeSession(transaction: Transaction<Tables>, session: Session): Promise<string | undefined> {
  const half = await holdHalfSession(transaction, session.digest);
  if (half === undefined) return undefined;
  const secret = await startSession(transaction, {
    accountId: session.accountId,
    organizationId: session.organizationId ?? null,
    loginType: session.loginType,
    stage: "FULL",
    deviceName: half.device_name,
    isAdmin: session.permissions.includes("admin"),
    formerSecret: undefined,
  });
  await moveProviderLogin(transaction, { from: session.digest, to: sessionDigest(secret) });
  await endSession(transaction, session.digest);
  return secret;
}

import type { Transaction } from "kysely";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { endSession } from "./end-session.ts";
import { holdHalfSession, moveProviderLogin } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";
import { startSession } from "./start-session.ts";

/**
 * Replaces a half session by a full session. The new secret makes a planted or observed secret useless. Keeps the ID token for the logout at
 * the provider. With the stage PASSKEY the new session is a half session too: it still needs a passkey. Returns undefined if the half
 * session has ended meanwhile. Refuses like `startSession`.
 */
export async function completeSession(
  transaction: Transaction<Tables>,
  session: Session,
  { stage, byPasskey }: { stage: "FULL" | "PASSKEY"; byPasskey: boolean },
): Promise<string | undefined> {
  const half = await holdHalfSession(transaction, session.digest);
  if (half === undefined) return undefined;
  const secret = await startSession(transaction, {
    accountId: session.accountId,
    organizationId: session.organizationId ?? null,
    loginType: session.loginType,
    stage,
    byPasskey,
    deviceName: half.device_name,
    isAdmin: isAdministrator(session),
    formerSecret: undefined,
    identityId: half.identity_id ?? undefined,
    // The code of a second factor proves the user now. A factor that was just set up proves nothing about its owner.
    provenAt: session.stage === "ENROLMENT" ? half.proven_at : undefined,
  });
  // Before the end, because the provider login's row is deleted with its session.
  await moveProviderLogin(transaction, { from: session.digest, to: sessionDigest(secret) });
  await endSession(transaction, session.digest);
  return secret;
}

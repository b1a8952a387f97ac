import type { TokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isFirstInWindow, throttleKey } from "#/platform/throttle.ts";
import { accessTokenSeconds, currentIssuer, issueAccessToken } from "./issue-access-token.ts";
import { readPresentedToken } from "./presented-token.ts";
import type { TokenFamily } from "./queries.ts";
import { isWider } from "./rights.ts";

/**
 * Returns a token with a narrower scope (specification, section 3: token scope request). Narrows only, from USERGROUP over
 * PLAYERGROUP to PLAYER, with the present rights. It lives no longer than the token it was made from. Refuses a wider scope with
 * errors.scopeNotHeld, and each token that `readPresentedToken` refuses.
 */
export async function narrowScope(
  context: AppContext,
  caller: Caller,
  { scope, accessToken }: { scope: TokenScope; accessToken: string },
): Promise<{ accessToken: string }> {
  const { database } = context;
  const token = await readPresentedToken(context, accessToken);
  const { family } = token;
  if (isWider(scope, token.scope)) throw new Refusal("errors.scopeNotHeld");
  const narrowed = await issueAccessToken(await currentIssuer(context), database, { family, scope, notAfter: token.expiresAt });
  // Family and expiry identify the token.
  await recordNarrowing(database, caller, { family, scope, from: String(token.expiresAt) });
  return { accessToken: narrowed };
}

interface Narrowing {
  family: TokenFamily;
  scope: TokenScope;
  /** What was narrowed, within its family. */
  from: string;
}

/** A game may narrow for every page, so this records one event per narrowed token and scope. */
export async function recordNarrowing(database: Database, caller: Caller, { family, scope, from }: Narrowing): Promise<void> {
  const once = throttleKey("token-narrowed", `${family.id} ${from} ${scope}`);
  if (!(await isFirstInWindow(database, once, accessTokenSeconds))) return;
  await recordEvent(database, caller, {
    event: "token_narrowed",
    actorId: family.account_id,
    targetId: family.account_id,
    organizationId: family.organization_id,
    details: { client: family.client_id, scope },
  });
}

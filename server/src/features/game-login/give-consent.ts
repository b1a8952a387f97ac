import type { consentToGameLogin } from "@storyport/contract/game-login";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { isProvenSince } from "#/features/sessions/is-proven-since.ts";
import type { ProofDemand } from "#/features/sessions/is-proven-since.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { checkGameLogin } from "./check-game-login.ts";
import type { GameLogin } from "./check-game-login.ts";
import { describeGame, insertConsent } from "./queries.ts";
import { openidWords } from "./request-seal.ts";

/**
 * Creates the consent that one hand-over of exactly this request needs, for two minutes in this session. If the user must confirm first,
 * returns the names to ask about instead (DESIGN A6). Refuses requests that could not be answered like `checkGameLogin`, so that users are
 * not asked in vain. Refuses a login that is older than the game demands (errors.loginTooOld, OpenID Connect Core, section 3.1.2.1).
 */
export async function giveConsent(
  context: AppContext,
  caller: LoggedInCaller,
  { login, mustConfirm, demand }: { login: GameLogin; mustConfirm: boolean; demand: ProofDemand | undefined },
): Promise<ResponseOf<typeof consentToGameLogin>> {
  const { game } = await checkGameLogin(context, caller, login);
  if (demand !== undefined && !(await isProvenSince(context.database, caller.session, demand))) throw new Refusal("errors.loginTooOld");
  if (mustConfirm) return { is: "needed", ...(await describeGame(context.database, game)) };
  const consent = newSecret();
  await insertConsent(context.database, {
    digest: digestOf(consent),
    session_digest: caller.session.digest,
    request_digest: consentedRequest(login),
  });
  return { is: "given", consent };
}

/** Returns the digest that a consent is bound to. So a consent never serves another organization, scope or callback. */
export function consentedRequest({ gameId, deeplink, state, clientCode, scope, orgId, openidScope, nonce }: GameLogin): Buffer {
  return digestOf(JSON.stringify([gameId, deeplink, state, clientCode, scope ?? null, orgId ?? null, ...openidWords(openidScope, nonce)]));
}

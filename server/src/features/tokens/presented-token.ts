import { tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { readAccessJwt } from "#/platform/keys/access-jwt.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findLiveFamily } from "./queries.ts";
import type { TokenFamily } from "./queries.ts";
import { isWider } from "./rights.ts";

const claimsOfOurs = z.object({ sid: z.uuid(), exp: z.number(), scope: z.enum(tokenScopes) });

export interface PresentedToken {
  family: TokenFamily;
  /** In seconds since 1970. */
  expiresAt: number;
  /** Limited to the game's present highest scope. */
  scope: TokenScope;
  /** The token has less than its login now has. */
  isNarrowed: boolean;
}

/**
 * Verifies an access token that a client presents. Refuses with errors.accessTokenInvalid a foreign token, an expired token, and a token
 * whose family has ended. A family also counts as ended while its account may not open the game.
 */
export async function readPresentedToken(
  { database, keys, settings, clock }: Pick<AppContext, "database" | "keys" | "settings" | "clock">,
  accessToken: string,
): Promise<PresentedToken> {
  const claims = await readAccessJwt(accessToken, { keys: await keys.published(), issuer: settings.publicUrl, clock });
  const token = claimsOfOurs.safeParse(claims);
  const family = token.success ? await findLiveFamily(database, token.data.sid) : undefined;
  if (!token.success || family === undefined) throw new Refusal("errors.accessTokenInvalid");
  const scope = isWider(token.data.scope, family.scope) ? family.scope : token.data.scope;
  return { family, expiresAt: token.data.exp, scope, isNarrowed: isWider(family.scope, scope) };
}

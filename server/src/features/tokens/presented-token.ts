import { tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { readAccessJwt } from "#/platform/keys/access-jwt.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findLiveFamily } from "./queries.ts";
import type { TokenFamily } from "./queries.ts";
import { isWider } from "./rights.ts";

type Reader = Pick<AppContext, "keys" | "settings" | "clock">;

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

/** Returns the claims of an access token of ours. Returns undefined for a foreign and for an expired token. */
export async function readOurToken({ keys, settings, clock }: Reader, token: string): Promise<z.output<typeof claimsOfOurs> | undefined> {
  const claims = await readAccessJwt(token, { keys: await keys.published(), issuer: settings.publicUrl, clock });
  return claimsOfOurs.safeParse(claims).data;
}

/**
 * Verifies an access token that a client presents. Refuses with errors.accessTokenInvalid a foreign token, an expired token, and a token
 * whose family has ended. A family also counts as ended while its account may not open the game.
 */
export async function readPresentedToken(context: Reader & Pick<AppContext, "database">, accessToken: string): Promise<PresentedToken> {
  const token = await readOurToken(context, accessToken);
  const family = token === undefined ? undefined : await findLiveFamily(context.database, token.sid);
  if (token === undefined || family === undefined) throw new Refusal("errors.accessTokenInvalid");
  const scope = isWider(token.scope, family.scope) ? family.scope : token.scope;
  return { family, expiresAt: token.exp, scope, isNarrowed: isWider(family.scope, scope) };
}

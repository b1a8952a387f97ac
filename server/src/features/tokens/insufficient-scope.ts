/** What an access token's scope is too small for (RFC 6750, section 3.1). Pure functions. */
import type { RightsKind } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { Refusal } from "#/platform/refusal.ts";
import { kindsOf } from "./rights.ts";

/** Why a token may not list a kind of rights. Undefined for a kind within its scope. */
export function refusalOfKind(scope: TokenScope, kind: RightsKind): Refusal | undefined {
  if (kindsOf(scope).includes(kind)) return undefined;
  return new Refusal("errors.scopeInsufficient", { scope: tokenScopes.findLast((wider) => kindsOf(wider).includes(kind)) });
}

interface ForUserinfo {
  isOpenid: boolean;
  isNarrowed: boolean;
  /** Of the token's login. */
  scope: TokenScope;
}

/** Why a token may not ask userinfo. Undefined for a token of a login with "openid" that was not narrowed. */
export function refusalOfUserinfo({ isOpenid, isNarrowed, scope }: ForUserinfo): Refusal | undefined {
  if (!isOpenid) return new Refusal("errors.scopeInsufficient", { scope: "openid" });
  return isNarrowed ? new Refusal("errors.scopeInsufficient", { scope: `openid ${scope}` }) : undefined;
}

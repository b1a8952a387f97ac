import type { ResponseOf } from "@storyport/contract/endpoint";
import type { getUserinfo } from "@storyport/contract/tokens";
import type { AppContext } from "#/context.ts";
import { Refusal } from "#/platform/refusal.ts";
import { refusalOfUserinfo } from "./insufficient-scope.ts";
import { grantedWords } from "./openid-claims.ts";
import { findOpenidFacts } from "./openid-queries.ts";
import { readPresentedToken } from "./presented-token.ts";
import { subjectOf } from "./subject.ts";

/**
 * Returns the claims about the user of an access token (OpenID Connect Core, section 5.3). Reads the organization's consent again, so that
 * a withdrawal counts at once. Refuses with errors.accessTokenInvalid like `readPresentedToken`. Refuses with
 * errors.scopeInsufficient a login without the scope "openid", and a token that was narrowed.
 */
export async function readUserinfo(context: AppContext, accessToken: string): Promise<ResponseOf<typeof getUserinfo>> {
  const { family, isNarrowed } = await readPresentedToken(context, accessToken);
  const facts = await findOpenidFacts(context.database, family.id);
  const refused = refusalOfUserinfo({ isOpenid: facts !== undefined, isNarrowed, scope: family.scope });
  if (facts === undefined || refused !== undefined) throw refused ?? new Refusal("errors.scopeInsufficient");
  const words = grantedWords(facts);
  const { display_name: name, email, locale } = facts;
  return {
    sub: subjectOf(context.vault, family.account_id, facts.sector),
    ...(words.includes("profile") && { ...(name !== null && { name }), locale }),
    ...(words.includes("email") && email !== null && { email }),
  };
}

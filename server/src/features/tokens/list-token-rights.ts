import type { ResponseOf } from "@storyport/contract/endpoint";
import type { listTokenRights as endpoint } from "@storyport/contract/tokens";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { highest } from "#/features/rights/levels.ts";
import { refusalOfKind } from "./insufficient-scope.ts";
import { readPresentedToken } from "./presented-token.ts";
import { listHeldRights } from "./rights-queries.ts";

/**
 * Returns a page of the present rights of a kind behind an access token. Clients whose token leaves rights out need it. Refuses with
 * errors.accessTokenInvalid like `readPresentedToken`. Refuses a kind outside the token's scope with errors.scopeInsufficient.
 */
export async function listTokenRights(
  context: AppContext,
  accessToken: string,
  { kind, after, limit }: z.output<typeof endpoint.query>,
): Promise<ResponseOf<typeof endpoint>> {
  const { family, scope } = await readPresentedToken(context, accessToken);
  const refused = refusalOfKind(scope, kind);
  if (refused !== undefined) throw refused;
  const rights = await listHeldRights(context.database, family, { kind, after, most: limit + 1 });
  const page = rights.slice(0, limit);
  return {
    // The right to open a game has no level.
    results: page.map(({ id, levels }) => (levels.length === 0 ? { id } : { id, rightsType: highest(levels) })),
    next: rights.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

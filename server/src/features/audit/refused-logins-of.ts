import type { RefusedLogin } from "@storyport/contract/game-rights";
import { loginTypes, tokenScopes } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { findRefusedLogins } from "./queries.ts";
import type { RefusedLoginRow } from "./queries.ts";

/**
 * Lists why logins of a game were refused, newest first. Names only what the game sent and the way of logging in that it does not
 * allow. Leaves out the account, the organization and the network. Checks no right; `listRefusedLogins` does.
 */
export async function refusedLoginsOf(database: Database, gameId: number): Promise<RefusedLogin[]> {
  const rows = await findRefusedLogins(database, gameId);
  return rows.map(describe);
}

function describe({ at, reason, request_id: requestId, details }: RefusedLoginRow): RefusedLogin {
  const { callback, isOrganizationGiven } = details;
  const scope = tokenScopes.find((known) => known === details["scope"]);
  const type = reason === "errors.gameLoginTypeNotAllowed" ? loginTypes.find((known) => known === details["loginType"]) : undefined;
  return {
    at: at.toISOString(),
    reason,
    requestId,
    ...(typeof callback === "string" && { callback }),
    ...(scope !== undefined && { scope }),
    ...(type !== undefined && { loginType: type }),
    ...(typeof isOrganizationGiven === "boolean" && { isOrganizationGiven }),
  };
}

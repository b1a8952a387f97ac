/**
 * The game and the organization that the login check asks about. Without an organization the portal takes the account's first that the user
 * may see.
 */
export interface LoginCheckSearch {
  organizationId?: string;
  gameId?: number;
}

/** Reads search params; invalid values are left out. */
export function readLoginCheckSearch({ organizationId, gameId }: { organizationId?: unknown; gameId?: unknown }): LoginCheckSearch {
  const game = Number(gameId);
  return {
    ...(typeof organizationId === "string" && organizationId !== "" && { organizationId }),
    ...(Number.isInteger(game) && game > 0 && { gameId: game }),
  };
}

/** The input of the check, for its loader and its screen. */
export function loginCheckOf(userId: string, { organizationId, gameId }: LoginCheckSearch) {
  const query = { ...(organizationId !== undefined && { organizationId }), ...(gameId !== undefined && { gameId: String(gameId) }) };
  return { params: { userId }, query };
}

import { gameId, linkToken } from "@storyport/contract/fields";
import { safeParse } from "zod/mini";

/** What the pages of mailed links take from their address. */
export interface LinkSearch {
  code?: string;
  gameId?: number;
}

/** Reads search params without ever refusing: a code that cannot be one of ours counts as missing. */
export function readLinkSearch(search: Record<string, unknown>): LinkSearch {
  const game = safeParse(gameId, search["gameId"]);
  const code = safeParse(linkToken, search["code"]);
  return { ...(code.success ? { code: code.data } : {}), ...(game.success ? { gameId: game.data } : {}) };
}

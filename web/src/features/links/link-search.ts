import { isLinkToken } from "@storyport/contract/text-rules";

/** The search params of the pages of mailed links. */
export interface LinkSearch {
  /** The proof of the mailed link. */
  code?: string;
  /** Only the specification's pages of activation and deletion have it (/new-user-password, /delete-user). The code alone decides. */
  gameId?: number;
}

/** PostgreSQL's largest integer. */
const largestGameId = 2_147_483_647;

/** Reads search params; never throws. A malformed code counts as missing. */
export function readLinkSearch(search: Record<string, unknown>): LinkSearch {
  const code = String(search["code"] ?? "");
  const game = String(search["gameId"] ?? "");
  const isGame = /^[1-9]\d{0,9}$/.test(game) && Number(game) <= largestGameId;
  return { ...(isLinkToken(code) ? { code } : {}), ...(isGame ? { gameId: Number(game) } : {}) };
}

import { limits } from "@storyport/contract/limits";
import { readFormSearch } from "./form-search.ts";
import type { FormSearch } from "./form-search.ts";

/** What the pages of mailed links take from their address. */
export interface LinkSearch {
  code?: string;
  gameId?: number;
}

const { min, max } = limits.resetToken;
const tokenPattern = new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`);
const largestGameId = 2_147_483_647;

/**
 * Reads search params without ever refusing: a code that cannot be one of ours counts as missing. By hand, not by the
 * contract's schemas: every page knows how each address is read, and goes without the schema library.
 */
export function readLinkSearch(search: Record<string, unknown>): LinkSearch {
  const code = String(search["code"] ?? "");
  const game = String(search["gameId"] ?? "");
  const isGame = /^[1-9]\d{0,9}$/.test(game) && Number(game) <= largestGameId;
  return { ...(tokenPattern.test(code) ? { code } : {}), ...(isGame ? { gameId: Number(game) } : {}) };
}

/** With what became of the page's form, where that had to go without script. */
export function readLinkPageSearch(search: Record<string, unknown>): LinkSearch & FormSearch {
  return { ...readLinkSearch(search), ...readFormSearch(search) };
}

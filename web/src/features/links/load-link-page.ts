import type { Portal } from "#/shell/portal.ts";
import { readAttempt } from "./form-return.ts";
import type { CheckedPage, LinkPage } from "./form-return.ts";
import { readFormSearch } from "./form-search.ts";
import { readLinkSearch } from "./link-search.ts";
import type { LinkSearch } from "./link-search.ts";
import { checkLink } from "./use-link-check.ts";
import type { LinkCheck } from "./use-link-check.ts";

type LinkVisit = Pick<Portal, "cookies"> & { search: Readonly<Record<string, string>> };

/**
 * Fetches the account of a link that names a game (/new-user-password, /delete-user). It does so before the page is drawn, because a page
 * without script cannot. The proof is in the address, or in the cookie of a refused form. If only the browser has the proof, the page
 * fetches the account there.
 */
export async function loadLinkPage<Answer>(
  { cookies, search }: LinkVisit,
  ask: (params: Required<LinkSearch>) => Promise<Answer>,
): Promise<CheckedPage<Answer>> {
  const { code, gameId } = readLinkSearch(search);
  const attempt = readAttempt(cookies);
  const proof = code ?? attempt.code;
  const found = proof === undefined || gameId === undefined ? undefined : await checkLink(() => ask({ code: proof, gameId }));
  return { code, gameId, attempt, found, search: readFormSearch({ search, cookies }) };
}

/** The same for a link without a game. */
export async function loadPreviewedPage<Answer>(
  { cookies, search }: LinkVisit,
  ask: (params: { code: string }) => Promise<Answer>,
): Promise<LinkPage & { found?: LinkCheck<Answer> | undefined }> {
  const { code } = readLinkSearch(search);
  const attempt = readAttempt(cookies);
  const proof = code ?? attempt.code;
  const found = proof === undefined ? undefined : await checkLink(() => ask({ code: proof }));
  return { code, attempt, found, search: readFormSearch({ search, cookies }) };
}

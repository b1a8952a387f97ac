import { checkInvitation } from "@storyport/contract/passwords";
import { readAttempt } from "#/features/links/form-return.ts";
import { readFormSearch } from "#/features/links/form-search.ts";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { loadPreviewedPage } from "#/features/links/load-link-page.ts";
import type { Portal } from "#/shell/portal.ts";

type LinkVisit = Pick<Portal, "call" | "cookies"> & { search: Readonly<Record<string, string>> };

/**
 * The props of the page. `isFirst`: the link is an invitation. The props then have `found`, which is the inviting school or why the link failed.
 * If only the browser has the proof, `found` is undefined, and the page checks the link itself.
 */
export async function loadSetPassword(visit: LinkVisit) {
  const { search, cookies } = visit;
  if (search["activateAccount"] === "true") {
    return { isFirst: true, ...(await loadPreviewedPage(visit, (params) => visit.call(checkInvitation, { params }))) };
  }
  return { isFirst: false, code: readLinkSearch(search).code, attempt: readAttempt(cookies), search: readFormSearch({ search, cookies }) };
}

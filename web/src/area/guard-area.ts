import type { SessionUser } from "@storyport/contract/login";
import { untilGone } from "#/api/use-action.ts";
import { requireAccount } from "#/features/login/require-account.ts";
import { findVisitor } from "#/features/login/visitor.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import type { Portal } from "#/shell/portal.ts";
import { Redirect } from "#/shell/redirect.ts";
import { demandChosenLanguage } from "./next-page-language.ts";

interface Opening {
  context: Portal;
  location: { pathname: string; href: string };
}

/** The account of this document's first page. A comparison with the document's own data could reload it for ever. */
let shownAccount: string | undefined;

/**
 * Checks before each page that the account is still logged in. The login is outside the area, so its redirect leaves this document. A page
 * in another language than this document's, or of another account, is a new document too. Rejects with an ApiError if the login could not be
 * checked.
 */
export async function guardArea({ context, location: page }: Opening): Promise<{ visitor: Visitor; user: SessionUser }> {
  demandChosenLanguage(context.cookies, page);
  const visitor = await findVisitor(context);
  try {
    const user = requireAccount({ ...context, visitor }, page.href);
    shownAccount ??= user.accountId;
    // Another user has logged in in a tab that could not tell this tab. The frame still names the former account. The address bar has the
    // new page's address already.
    if (user.accountId !== shownAccount) {
      location.reload();
      return await untilGone();
    }
    return { visitor, user };
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    location.replace(error.location);
    return await untilGone();
  }
}

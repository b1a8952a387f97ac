/** How a page begins to which the server led back a form that posted itself before any script ran (DESIGN 8.10). */
import { cookieNames } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import type { Cookies } from "#/api/cookies.ts";
import type { FormSearch } from "./form-search.ts";
import { isKnownReason, statusOfDead } from "./link-texts.ts";
import type { LinkCheck } from "./use-link-check.ts";
import type { Sending } from "./use-sending.ts";

/** What was sent in vain, for a minute: in cookies that only the server reads. */
export interface Attempt {
  email?: string | undefined;
  /** The proof of the mailed link. */
  code?: string | undefined;
}

/** What every page of a mailed link is shown with. */
export interface LinkPage {
  /** The proof that stands in the address. */
  code?: string | undefined;
  search: FormSearch;
  attempt: Attempt;
}

/** And that of a game's link, with whom it is for, where the server could ask. */
export interface CheckedPage<Answer> extends LinkPage {
  gameId?: number | undefined;
  found?: LinkCheck<Answer> | undefined;
}

export function readAttempt(cookies: Cookies): Attempt {
  return { email: cookies.read(cookieNames.loginAttempt), code: cookies.read(cookieNames.linkAttempt) };
}

/** What became of the form. Anyone can write an address, so a code that is not ours says no more than "try again". */
export function sendingOf({ done, error, reason }: FormSearch): Sending {
  if (done !== undefined) return { is: "done" };
  if (error === undefined) return { is: "idle" };
  const errors = reason !== undefined && isKnownReason(reason) ? [{ code: reason, message: "" }] : [];
  return {
    is: "failed",
    failure: { status: statusOfDead(error), statusText: "", code: error, message: m["login.tryAgainText"](), errors },
  };
}

/** The initial state of a page after the server has redirected its native form (DESIGN 8.10). */
import { cookieNames } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FormSearch } from "./form-search.ts";
import { isKnownReason, statusOfDead } from "./link-texts.ts";
import type { LinkCheck } from "./use-link-check.ts";

/**
 * The values of a refused attempt, kept for a minute in cookies that only the server reads. If the portal could not take the form, they are
 * kept for ten minutes. All forms keep their address in one cookie, which the login page shows too.
 */
export interface Attempt {
  email?: string | undefined;
  /** The proof of the mailed link. */
  code?: string | undefined;
}

/** The props of every page of a mailed link. */
export interface LinkPage {
  /** The proof in the address. */
  code?: string | undefined;
  search: FormSearch;
  attempt: Attempt;
}

/**
 * The props of a link whose address also names a game. The specification's calls about activation and deletion take its number. `found`:
 * the result of the server's check; absent if the server lacked the proof or the game.
 */
export interface CheckedPage<Answer> extends LinkPage {
  gameId?: number | undefined;
  found?: LinkCheck<Answer> | undefined;
}

export function readAttempt(cookies: Cookies): Attempt {
  return { email: cookies.read(cookieNames.loginAttempt), code: cookies.read(cookieNames.linkAttempt) };
}

/** The result of the form. Anybody can write an address, so an unknown code only shows "try again". */
export function resultOf({ done, error, reason }: FormSearch): { isDone?: boolean; failure?: Failure } {
  if (done !== undefined) return { isDone: true };
  if (error === undefined) return {};
  const errors = reason !== undefined && isKnownReason(reason) ? [{ code: reason, message: "" }] : [];
  return { failure: { status: statusOfDead(error), statusText: "", code: error, message: m["login.tryAgainText"](), errors } };
}

import { cookieNames, freshness } from "@storyport/contract/limits";
import { validateAuth } from "@storyport/contract/login";
import type { SessionUser } from "@storyport/contract/login";
import { ApiError, isNotLoggedIn } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FreshCall } from "#/api/fresh-call.ts";

/**
 * The visitor of a page. `expired`: the `user` cookie existed, but no full session does: it has ended, or is a half session. `unclear`: the
 * server could not say who the visitor is.
 */
export type Visitor = { is: "nobody"; expired: boolean } | { is: "known"; user: SessionUser } | { is: "unclear"; failure: Failure };

interface Memory {
  cookies: Cookies;
  fresh: FreshCall;
}

/** An answer counts for a second. Without the `user` cookie it fetches nothing (specification, sections 2 and 7). */
export async function findVisitor({ cookies, fresh }: Memory): Promise<Visitor> {
  if (cookies.read(cookieNames.user) === undefined) return { is: "nobody", expired: false };
  try {
    return { is: "known", user: await fresh.get(validateAuth, freshness.account) };
  } catch (error) {
    if (isNotLoggedIn(error, validateAuth)) {
      forgetVisitor({ cookies, fresh });
      return { is: "nobody", expired: true };
    }
    if (error instanceof ApiError) return { is: "unclear", failure: error.failure };
    throw error;
  }
}

/** Removes the `user` cookie, and every answer that `fresh` shares, such as the account. It does not end the session on the server. */
export function forgetVisitor({ cookies, fresh }: Memory): void {
  cookies.remove(cookieNames.user);
  fresh.forget();
}

import type { SessionUser } from "@storyport/contract/login";
import { redirect } from "@tanstack/react-router";
import { ApiError } from "#/api/api-error.ts";
import { wayBack } from "#/features/login-state/way-back.ts";
import type { RouterContext } from "#/router-context.ts";
import type { Visitor } from "./visitor.ts";

interface Guarded {
  context: RouterContext & { visitor: Visitor };
  location: { pathname: string; href: string };
}

/**
 * Lets only a logged-in account pass and hands it on.
 * Nobody: to the login, Google's for the admin pages, keeping the wanted page (specification, section 2; DESIGN A20). A session that
 * has ended takes the login state along. A check that failed otherwise is shown with a way to try again.
 */
export function requireAccount({ context, location }: Guarded): { user: SessionUser } {
  const { visitor } = context;
  if (visitor.is === "known") return { user: visitor.user };
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  if (visitor.expired) {
    context.loginState.clear("browser");
    context.currentChoice.clear();
  }
  throw redirect({ href: `${loginPageFor(location.pathname)}?${new URLSearchParams({ postLoginPage: wayBack(location.href) })}` });
}

function loginPageFor(pathname: string): "/login" | "/login/google" {
  return pathname === "/admin" || pathname.startsWith("/admin/") ? "/login/google" : "/login";
}

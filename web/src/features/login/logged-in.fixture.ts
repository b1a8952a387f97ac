/** A logged-in user, and a portal that answers calls. Tests of many features use them, most through logged-in-page.fixture.tsx. */
import type { Endpoint } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import { createCall } from "#/api/call.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { createRequestCookies } from "#/api/cookies.ts";
import { createServerCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { noBadgeCode } from "#/features/qr-login/badge-code.ts";
import type { Visitor } from "./visitor.ts";

export const kari: SessionUser = {
  accountId: "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e10",
  email: "kari@school.example",
  loginType: "PASSWORD",
  displayName: "Kari Nordmann",
  roles: ["teacher"],
  permissions: ["login", "login_dashboard", "view_user_group"],
};

/**
 * Answers by the path of an endpoint: a body, or a status, which is a refusal with the code `errors.notLoggedIn`. It counts the calls. The
 * clock moves only on request.
 */
export function aPortal(answers: Record<string, unknown>, cookieHeader = `user=${kari.accountId}`) {
  let time = 0;
  const requests: string[] = [];
  const call = createCall(async ({ url }) => {
    const path = url.replace("/api/auth/", "");
    requests.push(path);
    const answer = answers[path] ?? 404;
    const body = typeof answer === "number" ? { message: "No", code: "errors.notLoggedIn", requestId: "r" } : answer;
    return { status: typeof answer === "number" ? answer : 200, statusText: "", retryAfter: null, body: JSON.stringify(body) };
  });
  return {
    settings: { productName: "Storyport", companyUrl: "", supportEmail: "", dashboardUrl: "https://dashboard.test" },
    address: "/",
    showAddress: () => undefined,
    visitor: { is: "known", user: kari } as Visitor,
    showVisitor: () => undefined,
    currentChoice: createServerCurrentChoice(),
    badgeCode: noBadgeCode,
    call,
    fresh: createFreshCall(call, () => time),
    cookies: createRequestCookies(cookieHeader, () => undefined),
    loginState: createServerLoginState(cookieHeader, () => undefined),
    /** The number of calls to an endpoint. */
    count: ({ path }: Pick<Endpoint, "path">) => requests.filter((known) => known === path).length,
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

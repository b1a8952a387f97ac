import type { PortalState } from "@storyport/contract/endpoint";
import { createCall } from "#/api/call.ts";
import type { Send } from "#/api/call.ts";
import type { Cookies } from "#/api/cookies.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { findVisitor } from "#/features/login/visitor.ts";
import { createServerCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { noBadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PortalSettings } from "#/shell/page-data.ts";
import { parseSearch } from "#/shell/search-text.ts";
import { isAt } from "./is-at.ts";
import type { Visit } from "./public-page.tsx";

/** A half login looks ended too, and its step still needs the request. /game-redirect sends to the login, which leads back to it. */
const pagesWithRequest = ["/login/second-factor", "/game-redirect"];

interface VisitRequest {
  url: string;
  portalState: () => Promise<PortalState>;
  cookies: string;
  isFromElsewhere: boolean;
  settings: PortalSettings;
  send: Send;
}

/** Creates what the pages of one request may use. `find` replaces the lookup of the visitor, if nothing may be called. */
export async function createVisit(
  { url, settings, send, isFromElsewhere, portalState, cookies: cookieHeader }: VisitRequest,
  { cookies, setCookie, find = findVisitor }: { cookies: Cookies; setCookie: (value: string) => void; find?: typeof findVisitor },
): Promise<Visit> {
  const call = createCall(send);
  const fresh = createFreshCall(call, () => performance.now());
  const [path = "/"] = url.split("?", 1);
  const searchText = url.slice(path.length);
  const visitor = await find({ cookies, fresh });
  const loginState = createServerLoginState(cookieHeader, setCookie);
  // The next user must not get the game request of the former user.
  const needsRequest = pagesWithRequest.some((page) => isAt(page, path));
  if (visitor.is === "nobody" && visitor.expired && !needsRequest) loginState.clear("browser");
  return {
    path,
    searchText,
    search: parseSearch(searchText),
    isFromElsewhere,
    portalState,
    settings,
    address: url,
    showAddress: ignore,
    visitor,
    showVisitor: ignore,
    call,
    fresh,
    cookies,
    loginState,
    currentChoice: createServerCurrentChoice(),
    badgeCode: noBadgeCode,
  };
}

const ignore = () => undefined;

import type { SessionUser } from "@storyport/contract/login";
import { createContext, use } from "react";
import type { Call } from "#/api/call.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FreshCall } from "#/api/fresh-call.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import type { CurrentChoiceStore } from "#/features/login-state/current-choice.ts";
import type { LoginStateStore } from "#/features/login-state/login-state.ts";
import type { BadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PortalSettings } from "./page-data.ts";

/** What every page may use, public or behind the login. Created once per request on the server, and once per page in the browser. */
export interface Portal {
  settings: PortalSettings;
  /** Path and search of the present page, without secrets that were taken out of it. */
  address: string;
  /** Replaces the address, to remove a secret that a public page has read. A reload or the back button must not restore it. */
  showAddress: (address: string) => void;
  /** The visitor of the page. */
  visitor: Visitor;
  /** Shows another user in the frame, or none, after the page itself has changed the login. */
  showVisitor: (visitor: Visitor) => void;
  call: Call;
  fresh: FreshCall;
  cookies: Cookies;
  loginState: LoginStateStore;
  currentChoice: CurrentChoiceStore;
  badgeCode: BadgeCode;
}

export const PortalContext = createContext<Portal | undefined>(undefined);

/** Throws outside a page of the portal. */
export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (portal === undefined) throw new Error("A page is drawn outside the portal.");
  return portal;
}

/** Returns the account. Only for pages that need an account; throws without one. */
export function useUser(): SessionUser {
  const { visitor } = usePortal();
  if (visitor.is !== "known") throw new Error("A page behind the login is drawn without an account.");
  return visitor.user;
}

import type { SessionUser } from "@storyport/contract/login";
import { createContext, use } from "react";
import type { Call } from "#/api/call.ts";
import type { Changes } from "#/api/changes.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FreshCall } from "#/api/fresh-call.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import type { CurrentChoiceStore } from "#/features/login-state/current-choice.ts";
import type { LoginStateStore } from "#/features/login-state/login-state.ts";
import type { BadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PortalSettings } from "./page-data.ts";

/** What every page may use, public or behind the login: made once for each request on the server, and once for each page in the browser. */
export interface Portal {
  settings: PortalSettings;
  /** Path and search, as the page knows them. */
  address: string;
  /** Takes what has been read out of the address of a public page: a reload, or the back button, must not bring it back. */
  showAddress: (address: string) => void;
  /** Who is looking at the page. */
  visitor: Visitor;
  /** Shows somebody else in the frame, where the page itself has just logged them in. */
  showVisitor: (visitor: Visitor) => void;
  call: Call;
  changes: Changes;
  fresh: FreshCall;
  cookies: Cookies;
  loginState: LoginStateStore;
  currentChoice: CurrentChoiceStore;
  badgeCode: BadgeCode;
}

export const PortalContext = createContext<Portal | undefined>(undefined);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (portal === undefined) throw new Error("A page is drawn outside the portal.");
  return portal;
}

/** The account of a page that only an account can open. */
export function useUser(): SessionUser {
  const { visitor } = usePortal();
  if (visitor.is !== "known") throw new Error("A page behind the login is drawn for nobody.");
  return visitor.user;
}

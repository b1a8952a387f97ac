import type { Call } from "#/api/call.ts";
import type { Changes } from "#/api/changes.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FreshCall } from "#/api/fresh-call.ts";
import type { CurrentChoiceStore } from "#/features/login-state/current-choice.ts";
import type { LoginStateStore } from "#/features/login-state/login-state.ts";
import type { BadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PortalSettings } from "#/shell/portal-settings.ts";

/** What every guard and loader is handed: made once per request on the server, once in the browser. */
export interface RouterContext {
  settings: PortalSettings;
  call: Call;
  changes: Changes;
  fresh: FreshCall;
  cookies: Cookies;
  loginState: LoginStateStore;
  currentChoice: CurrentChoiceStore;
  badgeCode: BadgeCode;
  /** Whether another site led to the page; within the browser our own pages do. */
  isFromElsewhere: boolean;
}

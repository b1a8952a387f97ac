import type { RefusedLogin, RefusedLoginReason } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";

const adviceTexts: Record<RefusedLoginReason, (refused: RefusedLogin) => string> = {
  "errors.noLoginPermissions": () => m["refusedLogins.adviceLogin"](),
  "errors.organizationNotChosen": () => m["refusedLogins.adviceChoose"](),
  "errors.gameNotAvailable": ({ isOrganizationGiven }) =>
    isOrganizationGiven === true ? m["refusedLogins.adviceOrganization"]() : m["refusedLogins.adviceGame"](),
  "errors.gameLoginTypeNotAllowed": () => m["refusedLogins.adviceLoginType"](),
  "errors.gamePermissionMissing": () => m["refusedLogins.advicePermission"](),
  "errors.gameScopeTooWide": () => m["refusedLogins.adviceScope"](),
  "errors.callbackUrlNotRegistered": () => m["bench.advice_callback"](),
  "errors.clientCodeInvalid": () => m["bench.advice_pkce"](),
  "other client": () => m["refusedLogins.adviceClient"](),
  "used code": () => m["bench.advice_codeOnce"](),
  "expired code": () => m["refusedLogins.adviceExpired"](),
  "other redirect_uri": () => m["bench.advice_callback"](),
  "wrong code_verifier": () => m["bench.advice_pkce"](),
  "rights ended": () => m["refusedLogins.adviceRights"](),
};

/** What the people who build the game can do about a refusal. */
export function adviceText(refused: RefusedLogin): string {
  return adviceTexts[refused.reason](refused);
}

/** The code that the portal's page named, or the error that the game got for its code (RFC 6749, section 5.2). */
export function answeredCode({ reason }: RefusedLogin): string {
  return reason.startsWith("errors.") ? reason : "invalid_grant";
}

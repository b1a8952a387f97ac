/** Checks the addresses of a game as an administrator, a builder or the operator entered them, and explains each refusal. */
import { callbackFault, callbackFaults } from "@storyport/contract/callback-url";
import type { Callback } from "@storyport/contract/callback-url";
import type { GameSettings } from "@storyport/contract/games";
import type { FieldError } from "@storyport/contract/error-codes";
import { Refusal } from "#/platform/refusal.ts";
import type { ResourceLink } from "./settings-queries.ts";

/** Refuses with errors.callbackUrlUnsafe; `errors` explains each bad line. */
export function requireSafeCallbacks(callbacks: readonly Callback[]): void {
  const errors = callbacks.flatMap((callback, line) => faultOf(callback, `callbacks.${line}.url`));
  if (errors.length > 0) throw new Refusal("errors.callbackUrlUnsafe", { errors });
}

export interface GivenLink {
  url: string;
  resource_type: string;
}

/** Returns the links with the database's type. Refuses a bad address, a bad type or a repeated type with errors.resourceLinkUnsafe. */
export function requireSafeLinks(links: readonly GivenLink[], startType: string): ResourceLink[] {
  const errors = links.flatMap(({ url, resource_type: type }, line): FieldError[] => {
    const isDouble = links.findIndex((other) => other.resource_type === type) < line;
    if ((type !== startType && type !== "dashboard") || isDouble) {
      return [{ field: `resourceLinks.${line}.resource_type`, message: `The type is "${startType}" or "dashboard", each once.` }];
    }
    return faultOf({ url, kind: "WEB" }, `resourceLinks.${line}.url`);
  });
  if (errors.length > 0) throw new Refusal("errors.resourceLinkUnsafe", { errors });
  return links.map(({ url, resource_type: type }) => ({ url, type: type === "dashboard" ? type : "game" }));
}

/** Checks the addresses of an OpenID client. Refuses with errors.resourceLinkUnsafe; `errors` explains each bad address. */
export function requireSafeLogoutUrls(openid: GameSettings["openid"]): void {
  const { backchannelLogoutUrl, postLogoutUrls } = openid ?? { backchannelLogoutUrl: null, postLogoutUrls: [] };
  const errors = [
    ...(backchannelLogoutUrl === null ? [] : faultOf({ url: backchannelLogoutUrl, kind: "WEB" }, "openid.backchannelLogoutUrl")),
    ...postLogoutUrls.flatMap((url, line) => faultOf({ url, kind: "WEB" }, `openid.postLogoutUrls.${line}`)),
  ];
  if (errors.length > 0) throw new Refusal("errors.resourceLinkUnsafe", { errors });
}

function faultOf(callback: Callback, field: string): FieldError[] {
  const fault = callbackFault(callback);
  return fault === undefined ? [] : [{ field, message: callbackFaults[fault], code: fault }];
}

/** The addresses of a game as somebody wrote them: which of them are refused, each with its reason in words. */
import { callbackFault, callbackFaults } from "@storyport/contract/callback-url";
import type { Callback } from "@storyport/contract/callback-url";
import type { FieldError } from "@storyport/contract/error-codes";
import { Refusal } from "#/platform/refusal.ts";
import type { ResourceLink } from "./settings-queries.ts";

/** Refuses with errors.callbackUrlUnsafe; `errors` names each bad line and says what is wrong with it. */
export function requireSafeCallbacks(callbacks: readonly Callback[]): void {
  const errors = callbacks.flatMap((callback, line) => faultOf(callback, `callbacks.${line}.url`));
  if (errors.length > 0) throw new Refusal("errors.callbackUrlUnsafe", { errors });
}

export interface GivenLink {
  url: string;
  resource_type: string;
}

/** The links with the type that the database keeps. Refuses with errors.resourceLinkUnsafe: an address, a type, two of a type. */
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

function faultOf(callback: Callback, field: string): FieldError[] {
  const fault = callbackFault(callback);
  return fault === undefined ? [] : [{ field, message: callbackFaults[fault], code: fault }];
}

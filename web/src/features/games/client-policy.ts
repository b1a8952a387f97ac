/** A game's description and demands, as a form stores them. */
import { callbackFault } from "@storyport/contract/callback-url";
import type { CallbackFault } from "@storyport/contract/callback-url";
import type { GameSettings } from "@storyport/contract/games";
import { loginTypes, permissionKeys, tokenScopes } from "@storyport/contract/vocabulary";

// Types, because an interface is not assignable to a record of values.
export type PolicyFields = {
  description: string;
  locale: string;
  startUrl: string;
  dashboardUrl: string;
  loginTypes: string[];
  requiredPermissions: string[];
  isPublic: boolean;
  /** Allows an opaque clientCode instead of a PKCE challenge, which is weaker (DESIGN A3). */
  legacyClientCode: boolean;
  /** The widest scope that a login to the game may request. */
  maxScope: string;
};
export type PolicyValues = PolicyFields & { version: string };

export const emptyPolicy: PolicyFields = {
  description: "",
  locale: "en",
  startUrl: "",
  dashboardUrl: "",
  loginTypes: ["PASSWORD"],
  requiredPermissions: [],
  isPublic: false,
  legacyClientCode: false,
  maxScope: "PLAYERGROUP",
};

const dashboard = "dashboard";

/** A game has at most two addresses: that of its own start, and that of its dashboard. */
export function policyOf(game: GameSettings): PolicyValues {
  const { version, description, locale, resourceLinks, requiredPermissions, isPublic, legacyClientCode, maxScope } = game;
  const addressOf = (isDashboard: boolean) =>
    resourceLinks.find(({ resource_type: type }) => (type === dashboard) === isDashboard)?.url ?? "";
  return {
    version: String(version),
    description,
    locale,
    startUrl: addressOf(false),
    dashboardUrl: addressOf(true),
    loginTypes: game.loginTypes,
    requiredPermissions,
    isPublic,
    legacyClientCode,
    maxScope,
  };
}

/** Converts a form's values to the body of the calls. The start's link has the product's name as its type (specification, section 4). */
export function policyBody(values: PolicyFields, productName: string) {
  const links = [
    { url: values.startUrl.trim(), resource_type: productName.toLowerCase() },
    { url: values.dashboardUrl.trim(), resource_type: dashboard },
  ];
  return {
    description: values.description,
    locale: values.locale,
    loginTypes: loginTypes.filter((type) => values.loginTypes.includes(type)),
    requiredPermissions: permissionKeys.filter((key) => values.requiredPermissions.includes(key)),
    isPublic: values.isPublic,
    legacyClientCode: values.legacyClientCode,
    // An unknown word becomes the narrowest scope.
    maxScope: tokenScopes.find((scope) => scope === values.maxScope) ?? "PLAYER",
    resourceLinks: links.filter(({ url }) => url !== ""),
  };
}

interface Touched {
  values: PolicyFields;
  isTouched: (field: keyof PolicyFields) => boolean;
}

/** Returns the touched values only, and both addresses if one is touched. Undefined if no value is touched. */
export function changeOf({ values, isTouched }: Touched, productName: string) {
  const { description, locale, resourceLinks, isPublic, legacyClientCode, maxScope, ...lists } = policyBody(values, productName);
  const change = {
    ...(isTouched("description") && { description }),
    ...(isTouched("locale") && { locale }),
    ...((isTouched("startUrl") || isTouched("dashboardUrl")) && { resourceLinks }),
    ...(isTouched("loginTypes") && { loginTypes: lists.loginTypes }),
    ...(isTouched("requiredPermissions") && { requiredPermissions: lists.requiredPermissions }),
    ...(isTouched("isPublic") && { isPublic }),
    ...(isTouched("legacyClientCode") && { legacyClientCode }),
    ...(isTouched("maxScope") && { maxScope }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Returns the first field with a wrong address. Such a form is not sent. */
export function wrongLink(values: PolicyFields): "startUrl" | "dashboardUrl" | undefined {
  return (["startUrl", "dashboardUrl"] as const).find((field) => linkFault(values[field]) !== undefined);
}

/** Returns the fault of a link's address; an empty address has none. */
export function linkFault(typed: string): CallbackFault | undefined {
  const url = typed.trim();
  return url === "" ? undefined : callbackFault({ url, kind: "WEB" });
}

/** What an endpoint may refuse besides its operation. `endpoint-route.ts` and `error-handler.ts` do it; the OpenAPI document shows it. */
import { changesSomething, isRefusedDuringSupportView, waitsForMaintenance } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import type { ErrorCode } from "@storyport/contract/error-codes";

/**
 * Whether only our own pages and programs may call. Calls of games and providers carry their own proof. The others differ from
 * `changesSomething` twice. A link from elsewhere may lead to a GET that redirects, such as a login at a provider. A POST is ours alone even
 * if it only reads.
 */
export function isForOurPages({ access, method, changesState }: Endpoint): boolean {
  return access.by !== "game" && access.by !== "provider" && (method !== "GET" || changesState === true);
}

/** Whether an administrator's view of the portal as another person can stop the call. */
export function mayMeetView(endpoint: Endpoint): boolean {
  const { by } = endpoint.access;
  return (by === "session" || by === "anyone") && isRefusedDuringSupportView(endpoint);
}

/** Whether the call is refused if a page shows another account than that of the session. */
export function mayMeetOtherAccount(endpoint: Endpoint): boolean {
  return endpoint.access.by === "session" && changesSomething(endpoint) && endpoint.duringSupportView !== "works";
}

/** Returns the refusals that the endpoint can meet besides those of its operation. */
export function commonRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, method, params, query } = endpoint;
  // A body may be malformed, too large or of another type, also if the endpoint takes none.
  const mayHaveBody = method !== "GET";
  const isRestricted = access.by === "session" && (access.permission !== "none" || access.badgeSession === undefined);
  return [
    ...codesIf(mayHaveBody || params !== undefined || query !== undefined, "errors.invalidInput"),
    ...codesIf(access.by === "session", "errors.notLoggedIn"),
    ...codesIf(isForOurPages(endpoint), "errors.crossSite"),
    ...codesIf(isRestricted, "errors.notAllowed"),
    ...codesIf(mayMeetView(endpoint), "errors.supportViewOnly", "errors.supportViewOver"),
    ...codesIf(mayMeetOtherAccount(endpoint), "errors.otherAccount"),
    ...codesIf(mayHaveBody, "errors.payloadTooLarge", refusalOfType(endpoint)),
    "errors.unexpected",
    "errors.unavailable",
    ...codesIf(waitsForMaintenance(endpoint), "errors.maintenance"),
  ];
}

/** OAuth's calls also read JSON, but their standards name forms alone. */
export function refusalOfType({ access, bodyKind }: Pick<Endpoint, "access" | "bodyKind">): ErrorCode {
  return access.by === "game" && bodyKind === "form" ? "errors.formRequired" : "errors.unsupportedMediaType";
}

function codesIf(applies: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return applies ? codes : [];
}

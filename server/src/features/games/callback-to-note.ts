import { limits } from "@storyport/contract/limits";

/**
 * Returns as much of an address as the history may keep: scheme, host and path. A game may put a secret or a person into an address, so
 * user name, query and fragment are left out. So is a part of the path with an @, or a part as long as a secret. Returns undefined for a
 * text that is no address.
 */
export function callbackToNote(sent: string): string | undefined {
  const url = URL.parse(sent);
  if (url === null) return undefined;
  const path = url.pathname.split("/").map((part) => (isHarmless(part) ? part : "…"));
  return `${url.protocol}${url.host === "" ? "" : "//"}${url.host}${path.join("/")}`.slice(0, limits.refusedLogins.callbackMax);
}

function isHarmless(part: string): boolean {
  return part.length <= 40 && !/@|%40/.test(part);
}

/** A visit that a run's issuer got from elsewhere. Its screen names where the login leads, before anything redirects there. */
import { id } from "@storyport/contract/fields";
import { readGameRequest } from "@storyport/contract/game-request";

export interface Leaving {
  /** The scheme and the host of the game's callback, such as "https://game.example"; undefined without a valid callback. */
  leadsTo: string | undefined;
  /** The issuer's own address. It redirects a visit that comes from our page. */
  href: string;
}

/** Reads the request that the issuer has sent here. Returns undefined if it names no run. */
export function readLeaving(search: Readonly<Record<string, string>>, searchText: string): Leaving | undefined {
  const runId = id.safeParse(search["runId"]);
  if (!runId.success) return undefined;
  const rest = new URLSearchParams(searchText);
  rest.delete("runId");
  const { callbackUrl = "" } = readGameRequest(search);
  const leadsTo = URL.canParse(callbackUrl) ? new URL(callbackUrl) : undefined;
  return {
    leadsTo: leadsTo && `${leadsTo.protocol}//${leadsTo.host}`,
    href: `/conformance/${runId.data}/game-login?${rest.toString()}`,
  };
}

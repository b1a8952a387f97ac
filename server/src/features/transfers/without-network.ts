import { portalNetwork } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** The caller for events of another school. It does not learn from where a colleague of the new school works. */
export function withoutNetwork(caller: LoggedInCaller): LoggedInCaller {
  return { ...caller, network: portalNetwork };
}

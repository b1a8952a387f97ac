import { portalNetwork } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** The caller for events of the student's former school. It must not learn the network of the new school's staff. */
export function withoutNetwork(caller: LoggedInCaller): LoggedInCaller {
  return { ...caller, network: portalNetwork };
}

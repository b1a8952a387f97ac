import { portalNetwork } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** The caller for events of the student's former school, which must not learn from which network the new school's staff work. */
export function withoutNetwork(caller: LoggedInCaller): LoggedInCaller {
  return { ...caller, network: portalNetwork };
}

import { portalNetwork } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/**
 * The caller of work that goes on after a request: the person whose list it is. Account and language are real, and name the actor. The
 * other values stand for no browser and no login. The session holds no permission, so an operation that checks one refuses it.
 */
export function actingFor(accountId: string, locale: string): LoggedInCaller {
  return {
    requestId: "rosters",
    network: portalNetwork,
    addressBucket: "",
    session: {
      digest: Buffer.alloc(0),
      accountId,
      organizationId: undefined,
      email: undefined,
      displayName: undefined,
      locale,
      loginType: "FEIDE",
      stage: "FULL",
      byPasskey: false,
      roles: [],
      permissions: [],
      feideServices: [],
    },
  };
}

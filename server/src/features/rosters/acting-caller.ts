import { portalNetwork } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/**
 * The caller of work without a request (`read-groups.ts`, `run-nightly.ts`): the person who made the list. Account and language are
 * real. The other values stand for no browser and no login. The empty permissions only keep the person from acting as an administrator.
 * Rights in organizations come from the database, and `listTeachersSchools` and `listDueRuns` have checked them.
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

import type { OrganizationDetails } from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeOrganization } from "./describe-organization.ts";
import { setRequiresPasskeys } from "./queries.ts";

interface Demand {
  organizationId: string;
  isRequired: boolean;
}

/**
 * Sets whether staff of an organization must use a passkey with their password, from their next login on (docs/decisions/0073). The
 * history has an event only for a change. Refuses an old login (errors.loginTooOld), and like `requireReach`.
 */
export async function requirePasskeys(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, isRequired }: Demand,
): Promise<OrganizationDetails> {
  const { session } = caller;
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  await requireRecentLogin(database, session);
  return database.transaction().execute(async (transaction) => {
    if (await setRequiresPasskeys(transaction, organizationId, isRequired)) {
      await recordEvent(transaction, caller, {
        event: "organization_edited",
        actorId: session.accountId,
        targetId: organizationId,
        organizationId,
        details: { requiresPasskeys: { before: wordFor(!isRequired), after: wordFor(isRequired) } },
      });
    }
    return describeOrganization(transaction, organizationId);
  });
}

function wordFor(isRequired: boolean): "required" | "optional" {
  return isRequired ? "required" : "optional";
}

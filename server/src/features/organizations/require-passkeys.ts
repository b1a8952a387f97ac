import type { Transaction } from "kysely";
import { limits } from "@storyport/contract/limits";
import type { OrganizationDetails } from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { postLetters } from "#/platform/mail/outbox.ts";
import { firstInWindow, throttleKey } from "#/platform/throttle.ts";
import { describeOrganization } from "./describe-organization.ts";
import { holdOrganization } from "./hold-organization.ts";
import { passkeysRequiredLetter } from "./letters.ts";
import { setRequiresPasskeys } from "./queries.ts";
import { listStaffWithPassword } from "./staff-with-password.ts";

interface Demand {
  organizationId: string;
  isRequired: boolean;
}

/**
 * Sets whether staff of an organization must use a passkey with their password, from their next login on (docs/decisions/0073). Sessions
 * without a passkey go on for some hours (docs/decisions/0082). Writes to the staff when the demand begins. The history has an event
 * only for a change. Refuses an old login (errors.loginTooOld), and like `requireReach`.
 */
export async function requirePasskeys(
  context: Pick<AppContext, "database" | "settings">,
  caller: LoggedInCaller,
  { organizationId, isRequired }: Demand,
): Promise<OrganizationDetails> {
  const { session } = caller;
  const { database } = context;
  const reach = { organizationId, permission: "manage_members" } as const;
  await requireReach(database, session, reach);
  await requireRecentLogin(database, session);
  return database.transaction().execute(async (transaction) => {
    // A list that is being applied holds the organization for long. Check again after the wait, because the caller may have left.
    await holdOrganization(transaction, organizationId);
    await requireReach(transaction, session, reach);
    const changedAt = await setRequiresPasskeys(transaction, organizationId, isRequired);
    if (changedAt !== undefined) {
      await recordEvent(transaction, caller, {
        event: "organization_edited",
        actorId: session.accountId,
        targetId: organizationId,
        organizationId,
        details: { requiresPasskeys: { before: wordFor(!isRequired), after: wordFor(isRequired) } },
      });
      if (isRequired) await tellStaff(context, transaction, { organizationId, since: changedAt });
    }
    return describeOrganization(transaction, organizationId);
  });
}

function wordFor(isRequired: boolean): "required" | "optional" {
  return isRequired ? "required" : "optional";
}

const hour = 3600;
const day = 24 * hour;

/** A manager may change the setting back and forth. Within a day a second letter would tell the staff nothing but another time. */
async function tellStaff(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { organizationId, since }: { organizationId: string; since: Date },
): Promise<void> {
  const sender = await nameSender(transaction, { organizationId });
  const until = new Date(since.getTime() + limits.passkeys.graceHours * hour * 1000);
  const staff = await listStaffWithPassword(transaction, organizationId);
  const keyOf = (accountId: string) => throttleKey("passkeys-required-letter", `${organizationId} ${accountId}`);
  const first = await firstInWindow(
    transaction,
    staff.map(({ id }) => keyOf(id)),
    day,
  );
  const addressees = staff.filter(({ id }) => first.has(keyOf(id)));
  const postings = addressees.map(({ id, email, display_name: displayName, default_locale: locale, hasPasskey }) => {
    const letter = passkeysRequiredLetter(settings, { locale, displayName }, { sender, since, until, hasPasskey });
    return { accountId: id, recipient: email, name: "passkeysRequired", letter, validForSeconds: 7 * day };
  });
  await postLetters(transaction, postings);
}

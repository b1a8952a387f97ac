import type { Transaction } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { createAccount } from "#/features/accounts/create-account.ts";
import { holdAccountOf } from "#/features/accounts/hold-account.ts";
import { countChange } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { addOrganizationMember } from "#/features/organizations/add-member.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { countAddress } from "#/features/users/count-address.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import { groupInReach } from "./group-in-reach.ts";
import { organizationAsksLetter } from "./letters.ts";
import { findByEmail, insertMember, mayWriteAgain } from "./member-queries.ts";
import type { AddressedAccount } from "./member-queries.ts";
import { holdGroup } from "./queries.ts";
import type { GroupRow } from "./queries.ts";

/**
 * INVITED: the account is not activated yet, whether the letter went out now or earlier. For callers other than administrators an account
 * elsewhere has the same outcome. So the answer does not reveal it.
 */
export type Outcome = "ADDED" | "INVITED" | "ALREADY_MEMBER";

export interface NewMember {
  /** The version for which the caller was found to be allowed to add members. */
  group: GroupRow;
  email: string;
  name: string | null;
  level: RightsLevel;
}

/**
 * Adds one person to a user group, or changes nothing. An unknown address is invited: an account is created, made a member of
 * the organization, and gets a letter. A member of the organization is added. Only an administrator can make an account from
 * elsewhere a member; other callers get the answer of an invitation (docs/decisions/0022). Refuses with errors.changedMeanwhile
 * if the group changed since the check, and like `countAddress` an address that is not a member's. Refuses the caller like `groupInReach`.
 */
export async function addUserGroupMember(context: AppContext, caller: LoggedInCaller, member: NewMember): Promise<Outcome> {
  return context.database.transaction().execute(async (transaction) => {
    if (!(await holdGroup(transaction, member.group))) throw new Refusal("errors.changedMeanwhile");
    // Again for each person: a list of five hundred takes seconds, and the caller may have left the school since.
    await groupInReach(transaction, caller.session, { userGroupId: member.group.id, permission: "manage_members" });
    const { organization_id } = member.group;
    const known = await holdByEmail(transaction, member.email, organization_id);
    const isAdmin = isAdministrator(caller.session);
    // In this transaction: a call that is undone has sent no letter and told nothing about the address.
    if (known?.is_member !== true) await countAddress(transaction, caller.session);
    const invited = known === undefined ? await invite(context, transaction, { caller, member }) : undefined;
    if (invited !== undefined) return record(transaction, caller, { member, accountId: invited, outcome: "INVITED" });
    // If the invitation created no account, a concurrent call has just created it.
    const account = known ?? (await holdByEmail(transaction, member.email, organization_id));
    if (account === undefined) throw new Refusal("errors.changedMeanwhile");
    if (!account.is_member && !isAdmin) return ask(context, transaction, { caller, member, account });
    await addOrganizationMember(transaction, account.id, organization_id);
    const isNew = await insertMember(transaction, { groupId: member.group.id, accountId: account.id, level: member.level });
    const outcome = account.status === "CREATED" ? "INVITED" : "ADDED";
    if (isNew) {
      // An open form about the account must not save its groups without this group.
      await countChange(transaction, account.id);
      return record(transaction, caller, { member, accountId: account.id, outcome });
    }
    return outcome === "INVITED" ? outcome : "ALREADY_MEMBER";
  });
}

/** Locks in a statement of its own, because a statement that waits for a lock still sees memberships from before. */
async function holdByEmail(transaction: Transaction<Tables>, email: string, organizationId: string): Promise<AddressedAccount | undefined> {
  await holdAccountOf(transaction, email);
  return findByEmail(transaction, email, organizationId);
}

async function invite(
  context: AppContext,
  transaction: Transaction<Tables>,
  { caller, member }: { caller: LoggedInCaller; member: NewMember },
): Promise<string | undefined> {
  const { email, name: displayName, group, level } = member;
  const { locale } = caller.session;
  const id = await createAccount(transaction, { email, displayName, locale, isActive: false, loginTypes: ["PASSWORD"] });
  if (id === undefined) return undefined;
  await addOrganizationMember(transaction, id, group.organization_id);
  await insertMember(transaction, { groupId: group.id, accountId: id, level });
  const account = { id, email, default_locale: locale, display_name: displayName };
  const sender = { actorId: caller.session.accountId, organizationId: group.organization_id };
  await sendActivationLink(context, transaction, { account, caller, reason: "invited", sender });
  return id;
}

async function record(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { member, accountId, outcome }: { member: NewMember; accountId: string; outcome: Outcome },
): Promise<Outcome> {
  await recordEvent(transaction, caller, {
    event: "member_added",
    actorId: caller.session.accountId,
    targetId: accountId,
    organizationId: member.group.organization_id,
    details: { userGroupId: member.group.id, rightsType: member.level, outcome },
  });
  return outcome;
}

const aWeek = 7 * 24 * 3600;

/**
 * E-mails the owner of an account elsewhere, at most once a day, and changes nothing. The event belongs to no organization, because the
 * managers of an organization read its history.
 */
async function ask(
  { settings }: AppContext,
  transaction: Transaction<Tables>,
  { caller, member, account }: { caller: LoggedInCaller; member: NewMember; account: AddressedAccount },
): Promise<Outcome> {
  const { group } = member;
  if (await mayWriteAgain(transaction, account.id, "organizationAsks")) {
    const { school } = await nameSender(transaction, { actorId: caller.session.accountId, organizationId: group.organization_id });
    await postLetter(transaction, {
      accountId: account.id,
      recipient: account.email,
      name: "organizationAsks",
      letter: organizationAsksLetter(settings, {
        locale: account.default_locale,
        displayName: account.display_name,
        organization: school ?? settings.brand.productName,
      }),
      validForSeconds: aWeek,
    });
  }
  await recordEvent(transaction, caller, {
    event: "membership_asked",
    actorId: caller.session.accountId,
    targetId: account.id,
    details: { userGroupId: group.id },
  });
  return "INVITED";
}

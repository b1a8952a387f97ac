import type { editUserGroup as endpoint, UserGroupDetails } from "@storyport/contract/user-groups";
import type { RightsLevel, UserGroupType } from "@storyport/contract/vocabulary";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { reaches } from "#/features/rights/levels.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeUserGroup, isHidden } from "./describe-group.ts";
import { groupInReach } from "./group-in-reach.ts";
import { listRightsOf, listRolesOf, replaceRights, replaceRoles, updateUserGroup } from "./queries.ts";
import type { GroupChange, GroupRow } from "./queries.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

type Change = { userGroupId: string } & z.output<typeof endpoint.body>;

interface Given {
  roles: string[];
  rights: Map<string, RightsLevel>;
}

/** What the history says of the roles and rights that a group gives. */
interface RecordedGiven {
  roles?: string[];
  rights?: Record<string, RightsLevel>;
}

/**
 * Changes a user group's name, roles and rights, hides or shows it, archives or restores it. Omitted fields stay. A hidden
 * group keeps its effect, but only managers of members see it. An archived group grants nothing. The caller must be allowed to give
 * what a change adds; restoring a group gives everything again. Changes of rights need a recent login (errors.loginTooOld). Refuses like
 * `groupInReach` and `requireGivable`, and an edit of an older version with errors.changedMeanwhile.
 */
export async function editUserGroup({ database }: AppContext, caller: LoggedInCaller, change: Change): Promise<UserGroupDetails> {
  const { session } = caller;
  const { userGroupId, version } = change;
  if (changesRights(change)) await requireRecentLogin(database, session);
  return database.transaction().execute(async (transaction) => {
    const group = await groupInReach(transaction, session, { userGroupId, permission: "manage_members", hold: "held" });
    const held = await listRightsOf(transaction, userGroupId);
    const before: Given = { roles: await listRolesOf(transaction, userGroupId), rights: rightsByGroup(held) };
    const changed = changeOf(group, change);
    if (!(await updateUserGroup(transaction, { id: userGroupId, version }, changed))) throw new Refusal("errors.changedMeanwhile");
    const after: Given = {
      roles: change.roles === undefined ? before.roles : [...new Set(change.roles)].toSorted(),
      rights: change.playerGroupRights === undefined ? before.rights : rightsByGroup(change.playerGroupRights),
    };
    const isRestored = group.group_type === "ARCHIVED" && changed.group_type !== "ARCHIVED";
    // Rights on archived player groups have no effect, so they need no check.
    const nothing: Given = { roles: [], rights: rightsByGroup(held.filter((right) => right.is_archived)) };
    await requireGivable(transaction, session, {
      organizationId: group.organization_id,
      ...additions(isRestored ? nothing : before, after),
    });
    if (change.roles !== undefined) await replaceRoles(transaction, userGroupId, after.roles);
    if (change.playerGroupRights !== undefined) await replaceRights(transaction, userGroupId, after.rights);
    const recorded = recordedChange(before, after);
    await recordEvent(transaction, caller, {
      event: eventOf(group, changed),
      actorId: session.accountId,
      targetId: userGroupId,
      organizationId: group.organization_id,
      details: {
        before: { ...recorded.before, ...recordedType(group, change) },
        after: { ...recorded.after, ...recordedType(changed, change) },
        // Not the name itself, because a user typed it and the history is never erased.
        ...(change.groupName === undefined ? {} : { name: "set" }),
      },
    });
    // `describeUserGroup` reads the changed group again by its id.
    return describeUserGroup(transaction, session, group);
  });
}

/** An archived group grants nothing, so archiving and restoring it change rights too. */
function changesRights({ roles, playerGroupRights, archived }: Change): boolean {
  return roles !== undefined || playerGroupRights !== undefined || archived !== undefined;
}

function changeOf(group: GroupRow, { groupName, archived, hidden }: Change): GroupChange {
  const name = groupName ?? group.name;
  const willBeHidden = hidden ?? isHidden(group);
  if (archived ?? group.group_type === "ARCHIVED") return { name, group_type: "ARCHIVED", was_hidden: willBeHidden };
  return { name, group_type: willBeHidden ? "HIDDEN" : "REGULAR", was_hidden: false };
}

function additions(before: Given, after: Given): Given {
  return {
    roles: after.roles.filter((role) => !before.roles.includes(role)),
    rights: new Map([...after.rights].filter(([id, level]) => !reaches(before.rights.get(id), level))),
  };
}

function eventOf(before: Pick<GroupRow, "group_type">, after: Pick<GroupChange, "group_type">): AuditEventName {
  if ((before.group_type === "ARCHIVED") === (after.group_type === "ARCHIVED")) return "user_group_edited";
  return after.group_type === "ARCHIVED" ? "user_group_archived" : "user_group_restored";
}

/**
 * Returns the roles if they change, and each right that changes. NONE stands for a right that is not there. The history is never erased, so
 * a renamed group must not write all of its rights into it.
 */
function recordedChange(before: Given, after: Given): { before: RecordedGiven; after: RecordedGiven } {
  const hasNewRoles = before.roles.length !== after.roles.length || before.roles.some((role) => !after.roles.includes(role));
  const ids = [...new Set([...before.rights.keys(), ...after.rights.keys()])];
  const changed = ids.filter((id) => before.rights.get(id) !== after.rights.get(id));
  const changedOf = ({ roles, rights }: Given): RecordedGiven => ({
    ...(hasNewRoles && { roles }),
    ...(changed.length > 0 && { rights: Object.fromEntries(changed.map((id) => [id, rights.get(id) ?? "NONE"])) }),
  });
  return { before: changedOf(before), after: changedOf(after) };
}

/** Returns the type only if the caller says whether the group is hidden. For an archived group it is the type after a restoration. */
function recordedType(group: Pick<GroupRow, "group_type" | "was_hidden">, { hidden }: Change): { groupType?: UserGroupType } {
  return hidden === undefined ? {} : { groupType: isHidden(group) ? "HIDDEN" : "REGULAR" };
}

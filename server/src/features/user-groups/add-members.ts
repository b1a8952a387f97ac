import type { ResponseOf } from "@storyport/contract/endpoint";
import type { ErrorCode } from "@storyport/contract/error-codes";
import { limits } from "@storyport/contract/limits";
import type { addGroupMembers as endpoint } from "@storyport/contract/user-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { addMember } from "./add-member.ts";
import { groupInReach } from "./group-in-reach.ts";
import { listRightsOf, listRolesOf } from "./queries.ts";
import { readMemberLines } from "./read-member-lines.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

type Input = { userGroupId: string } & z.output<typeof endpoint.body>;
type Added = ResponseOf<typeof endpoint>;

/**
 * Adds members by a list of e-mail addresses (specification, section 5): each line done in a transaction of its own, or named with its
 * number and why not. Sending the list again does nothing twice. What the group gives must be the caller's to give; an archived group
 * gives nothing and answers as absent; more than 500 lines are refused with errors.tooManyMembers.
 */
export async function addGroupMembers(
  context: AppContext,
  caller: LoggedInCaller,
  { userGroupId, lines: input, rightsType: level }: Input,
): Promise<Added> {
  const lines = readMemberLines(input);
  if (lines.length > limits.bulkMembers.lines) throw new Refusal("errors.tooManyMembers");
  const group = await groupToAddTo(context, caller, userGroupId);
  const answer: Added = { added: [], errors: [] };
  const done = new Set<string>();
  let isAway = false;
  for (const { line, user, member } of lines) {
    if ("fault" in member) {
      answer.errors.push({ line, user, ...faultOf(member.fault) });
    } else if (done.has(member.email)) {
      answer.added.push({ line, user, outcome: "ALREADY_MEMBER" });
    } else {
      try {
        if (isAway) throw new Refusal("errors.unavailable");
        answer.added.push({ line, user, outcome: await addMember(context, caller, { group, ...member, level }) });
        done.add(member.email);
      } catch (error) {
        // Of those after it none is tried: each would wait for the database anew.
        isAway ||= isDatabaseAway(error);
        if (!isAway && !(error instanceof Refusal)) throw error;
        answer.errors.push({ line, user, ...faultOf(error instanceof Refusal ? error.code : "errors.unavailable") });
      }
    }
  }
  return answer;
}

/** Refuses what the caller may not give: to be in a group is to have its roles and its rights. */
async function groupToAddTo({ database }: AppContext, { session }: LoggedInCaller, userGroupId: string) {
  const group = await groupInReach(database, session, { userGroupId, permission: "manage_members" });
  if (group.group_type === "ARCHIVED") throw new Refusal("errors.notFound");
  const rights = await listRightsOf(database, group.id);
  await requireGivable(database, session, {
    organizationId: group.organization_id,
    roles: await listRolesOf(database, group.id),
    rights: rightsByGroup(rights.filter(({ is_archived }) => !is_archived)),
  });
  return group;
}

function faultOf(code: ErrorCode): { error: string; code: ErrorCode } {
  return { error: new Refusal(code).message, code };
}

import type { ResponseOf } from "@storyport/contract/endpoint";
import { isErrorCode } from "@storyport/contract/error-codes";
import type { ErrorCode } from "@storyport/contract/error-codes";
import { limits } from "@storyport/contract/limits";
import type { addGroupMembers as endpoint } from "@storyport/contract/user-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { addUserGroupMember } from "./add-member.ts";
import type { Outcome } from "./add-member.ts";
import { groupInReach } from "./group-in-reach.ts";
import { listRightsOf, listRolesOf } from "./queries.ts";
import { readMemberLines } from "./read-member-lines.ts";
import type { MemberLine } from "./read-member-lines.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

type Input = { userGroupId: string } & z.output<typeof endpoint.body>;
type Added = ResponseOf<typeof endpoint>;

/**
 * Adds members by a list of e-mail addresses (specification, section 5). Each address has its own transaction. A refused address is reported
 * with its line and reason. Sending the list again adds no member twice. Refuses more than 500 addresses (errors.tooManyMembers), an old
 * login (errors.loginTooOld), and an archived group as not found. Refuses a group like `groupInReach`, and its roles and rights like
 * `requireGivable`.
 */
export async function addGroupMembers(
  context: AppContext,
  caller: LoggedInCaller,
  { userGroupId, lines: input, rightsType: level }: Input,
): Promise<Added> {
  const lines = readMemberLines(input);
  if (lines.length > limits.bulkMembers.lines) throw new Refusal("errors.tooManyMembers");
  await requireRecentLogin(context.database, caller.session);
  const group = await groupToAddTo(context, caller, userGroupId);
  const answer: Added = { added: [], errors: [] };
  const done = new Set<string>();
  let isAway = false;
  for (const { line, user, member } of lines) {
    const result = await doLine({ member, isAway, isDone: done.has(user) }, (known) =>
      addUserGroupMember(context, caller, { group, ...known, level }),
    );
    // Skip the remaining lines, because each would wait for the database again.
    isAway ||= result === "errors.unavailable";
    if (isOutcome(result)) {
      done.add(user);
      answer.added.push({ line, user, outcome: result });
    } else answer.errors.push({ line, user, error: new Refusal(result).message, code: result });
  }
  return answer;
}

type Known = Exclude<MemberLine["member"], { fault: ErrorCode }>;

async function doLine(
  { member, isAway, isDone }: { member: MemberLine["member"]; isAway: boolean; isDone: boolean },
  add: (member: Known) => Promise<Outcome>,
): Promise<Outcome | ErrorCode> {
  if ("fault" in member) return member.fault;
  if (isDone) return "ALREADY_MEMBER";
  if (isAway) return "errors.unavailable";
  try {
    return await add(member);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (isDatabaseAway(error)) return "errors.unavailable";
    throw error;
  }
}

function isOutcome(result: Outcome | ErrorCode): result is Outcome {
  return !isErrorCode(result);
}

/** Refuses a group with roles or rights that the caller may not give, because membership grants them. */
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

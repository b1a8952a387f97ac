/** A school decides which tools may read names of its staff (decision 77). */
import type { Transaction } from "kysely";
import { openidWords } from "@storyport/contract/games";
import type { OpenidWord } from "@storyport/contract/games";
import type { NameSharing } from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { postLetters } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { findOrganizationKey } from "./find-organization-key.ts";
import { nameSharingLetter } from "./letters.ts";
import { giveConsent, holdTool, listSharingTools, narrowConsent } from "./name-sharing-queries.ts";
import type { HeldTool } from "./name-sharing-queries.ts";
import { listOwnManagers, managesAsMember } from "./own-managers.ts";

const letterSeconds = 7 * 24 * 3600;

/**
 * Every decision sends letters to the managers, so giving is limited. That limits the letters about withdrawals too, because each withdrawal
 * needs a consent before it. A withdrawal is never counted.
 */
const givingPolicy: ThrottlePolicy = { free: 5, firstWaitSeconds: 3600, longestWaitSeconds: 3600, stopAt: 20, windowSeconds: 24 * 3600 };

/** Lists the tools of an organization that the caller manages. Refuses any other like `requireReach`. */
export async function getNameSharing(database: Database, session: Session, organizationId: string): Promise<NameSharing> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  const tools = await listSharingTools(database, organizationId);
  return {
    organizationName: await findOrganizationKey(database, organizationId),
    mayGive: await managesAsMember(database, { accountId: session.accountId, organizationId }),
    tools: tools.map(({ given_at: since, given_by: by, ...tool }) => ({
      ...tool,
      ...(since !== null && { since: since.toISOString() }),
      ...(by !== null && { by }),
    })),
  };
}

interface Decision {
  organizationId: string;
  gameId: number;
  words: readonly OpenidWord[];
}

type SeenDecision = Decision & {
  /** What the tool could read when the caller decided. */
  seen?: readonly OpenidWord[] | undefined;
};

/**
 * Sets what a tool may read of an organization's staff. It holds at once, also for tokens that exist. A word that was not accepted before
 * needs a recent login (errors.loginTooOld) and a right held in the organization itself. So an administrator of the platform cannot give
 * words (errors.notAllowed), but may withdraw them. Refuses words that the tool does not ask for (errors.changedMeanwhile). Refuses a
 * decision if `seen` is missing or is not the present state, because the caller's page is outdated (errors.changedMeanwhile). A full
 * withdrawal is never outdated. Refuses a game that is no such tool of the organization, and a new consent to a retired tool
 * (errors.gameUnknown). The same decision again changes nothing. Writes to the people who manage the organization, so repeated giving is
 * slowed down (errors.tooManyAttempts).
 */
export async function shareNames(
  context: Pick<AppContext, "database" | "settings">,
  caller: LoggedInCaller,
  { organizationId, gameId, seen, ...decision }: SeenDecision,
): Promise<NameSharing> {
  const { session } = caller;
  const { accountId } = session;
  const words = openidWords.filter((word) => decision.words.includes(word));
  return context.database.transaction().execute(async (transaction) => {
    await requireReach(transaction, session, { organizationId, permission: "manage_members" });
    const tool = await holdTool(transaction, { organizationId, gameId });
    if (tool === undefined) throw new Refusal("errors.gameUnknown");
    requireSeen(tool, seen, words);
    const added = words.filter((word) => !tool.accepted.includes(word));
    if (added.length > 0) {
      await requireRecentLogin(transaction, session);
      if (!(await managesAsMember(transaction, { accountId, organizationId }))) throw new Refusal("errors.notAllowed");
      if (tool.is_retired) throw new Refusal("errors.gameUnknown");
      if (added.some((word) => !tool.asks.includes(word))) throw new Refusal("errors.changedMeanwhile");
      await takeAttempt(transaction, throttleKey("name-sharing", `${organizationId} ${gameId}`), givingPolicy);
    }
    if (added.length > 0 || words.length < tool.accepted.length) {
      if (added.length > 0) await giveConsent(transaction, { organizationId, gameId, words, accountId });
      else await narrowConsent(transaction, { organizationId, gameId, words });
      await recordEvent(transaction, caller, {
        event: words.length > 0 ? "name_sharing_set" : "name_sharing_ended",
        actorId: accountId,
        targetId: organizationId,
        organizationId,
        details: { gameId, before: { nameWords: tool.accepted }, after: { nameWords: words } },
      });
      await tellManagers(context, transaction, { organizationId, gameId, accountId, words, tool: tool.description });
    }
    return getNameSharing(transaction, session, organizationId);
  });
}

/** An outdated page could give again what was withdrawn meanwhile. */
function requireSeen({ asks, accepted }: HeldTool, seen: readonly OpenidWord[] | undefined, words: readonly OpenidWord[]): void {
  const shown = accepted.filter((word) => asks.includes(word));
  const isRepeated = hasSameWords(words, accepted);
  const isPresent = seen !== undefined && hasSameWords(seen, shown);
  if (words.length > 0 && !isRepeated && !isPresent) throw new Refusal("errors.changedMeanwhile");
}

function hasSameWords(one: readonly OpenidWord[], other: readonly OpenidWord[]): boolean {
  return openidWords.every((word) => one.includes(word) === other.includes(word));
}

type News = Decision & { accountId: string; tool: string };

async function tellManagers(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { organizationId, gameId, accountId, words, tool }: News,
): Promise<void> {
  const sender = await nameSender(transaction, { actorId: accountId, organizationId });
  const managers = await listOwnManagers(transaction, organizationId);
  const postings = managers.map(({ id, email, display_name: displayName, default_locale: locale }) => {
    const letter = nameSharingLetter(settings, { locale, displayName }, { organizationId, gameId, sender, words, tool });
    return { accountId: id, recipient: email, name: "nameSharing", letter, validForSeconds: letterSeconds };
  });
  await postLetters(transaction, postings);
}

import type { editGame as endpoint, GameSettings } from "@storyport/contract/games";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireSafeCallbacks, requireSafeLinks, requireSafeLogoutUrls } from "./check-addresses.ts";
import { distinct, startTypeOf } from "./game-values.ts";
import { holdGame } from "./hold-game.ts";
import { keepPairwiseSector, listGameSettings, replaceCallbacks, replaceGameLinks, updateGame } from "./settings-queries.ts";

type Change = { gameId: number } & z.output<typeof endpoint.body>;

/**
 * Changes a game's description, language, policy, registered callbacks and links; omitted fields stay. Refuses unsafe addresses with
 * errors.callbackUrlUnsafe or errors.resourceLinkUnsafe. Refuses an edit of an older version with errors.changedMeanwhile. A change of logins
 * needs a recent login (errors.loginTooOld), unless the operator makes it at the command line. A missing game is refused as not found.
 * `requireMay` judges the locked game, and throws if the caller may not make the change.
 */
export async function editGame(
  { database, settings }: Pick<AppContext, "database" | "settings">,
  caller: AdministratorCaller,
  { requireMay, ...change }: Change & { requireMay?: (transaction: Transaction<Tables>, game: GameSettings) => Promise<void> },
): Promise<GameSettings> {
  const { gameId, version, callbacks, resourceLinks, loginTypes, requiredPermissions, ...plain } = change;
  const startType = startTypeOf(settings);
  requireSafeCallbacks(callbacks ?? []);
  requireSafeLogoutUrls(plain.openid ?? null);
  const links = resourceLinks && requireSafeLinks(resourceLinks, startType);
  return database.transaction().execute(async (transaction) => {
    await holdGame(transaction, gameId, "update");
    const [before] = await listGameSettings(transaction, { startType, gameId });
    if (before === undefined) throw new Refusal("errors.notFound");
    await requireMay?.(transaction, before);
    if (caller.session !== undefined && changesLogins(before, change)) await requireRecentLogin(transaction, caller.session);
    const policy = {
      ...plain,
      loginTypes: loginTypes && distinct(loginTypes),
      requiredPermissions: requiredPermissions && distinct(requiredPermissions),
    };
    if (!(await updateGame(transaction, { gameId, version }, policy))) throw new Refusal("errors.changedMeanwhile");
    if (callbacks !== undefined) await replaceCallbacks(transaction, gameId, callbacks);
    if (links !== undefined) await replaceGameLinks(transaction, gameId, links);
    await keepPairwiseSector(transaction, gameId);
    const [after = before] = await listGameSettings(transaction, { startType, gameId });
    await recordEvent(transaction, caller, {
      event: "game_edited",
      actorId: caller.session?.accountId,
      details: { gameId, gameKey: before.gameKey, ...difference(before, after) },
    });
    return after;
  });
}

/**
 * Such a change could lead logins elsewhere, weaken their proof, let other people in, or widen tokens. docs/flows/confirmations.md names the
 * members.
 */
function changesLogins(before: GameSettings, change: Change): boolean {
  const members = ["callbacks", "resourceLinks", "openid", "loginTypes", "requiredPermissions", "legacyClientCode", "maxScope"] as const;
  return members.some((member) => change[member] !== undefined && JSON.stringify(change[member]) !== JSON.stringify(before[member]));
}

const recordedMembers = [
  "description",
  "locale",
  "loginTypes",
  "requiredPermissions",
  "isPublic",
  "legacyClientCode",
  "maxScope",
  "callbacks",
  "resourceLinks",
  "openid",
] as const;

function difference(before: GameSettings, after: GameSettings) {
  const changed = recordedMembers.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
  const of = (game: GameSettings) => Object.fromEntries(changed.map((member) => [member, game[member]]));
  return { before: of(before), after: of(after) };
}

import type { ClassImport } from "@storyport/contract/class-imports";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireRightsOn } from "./import-rights.ts";
import { findStates, listClasses, listImports } from "./queries.ts";
import type { ListedImport } from "./queries.ts";
import { obstacleOf, undoableUntil } from "./undo-window.ts";

/**
 * Lists the last ten imports of 30 days into a class that the caller may read. Without a class it lists the caller's own imports.
 * `obstacle` says why the caller cannot undo an import. Refuses a class outside the caller's reach, or an archived class, as not found.
 */
export async function listClassImports(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { playerGroupId }: { playerGroupId?: string | undefined },
): Promise<ClassImport[]> {
  if (playerGroupId !== undefined) await groupForAccount(database, session, { groupId: playerGroupId, needs: "READ" });
  const imports = await listImports(database, playerGroupId === undefined ? { accountId: session.accountId } : { playerGroupId });
  const states = await findStates(
    database,
    imports.map(({ id }) => id),
  );
  const rightsOn = async (found: ListedImport): Promise<boolean> => {
    // Two statements for each import, and the list has ten imports at most.
    const classes = await listClasses(database, found.id);
    return requireRightsOn(database, session, { found, classes, needs: "undo" }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  };
  return Promise.all(
    imports.map(async (found) => {
      const state = states.get(found.id);
      const obstacle = (state && obstacleOf(state)) ?? ((await rightsOn(found)) ? undefined : ("errors.notAllowed" as const));
      return {
        id: found.id,
        createdAt: found.created_at.toISOString(),
        ...(found.importedBy !== null && { importedBy: found.importedBy }),
        students: found.students,
        undoableUntil: undoableUntil(found.created_at),
        ...(obstacle !== undefined && { obstacle }),
      };
    }),
  );
}

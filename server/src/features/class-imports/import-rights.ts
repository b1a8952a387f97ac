import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { reaches } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { ImportClass, ImportRecord } from "./queries.ts";

interface ImportWithClasses {
  found: Pick<ImportRecord, "created_by">;
  classes: readonly ImportClass[];
  /** The right on each class. `undo` needs OWNER on a class that it removes, and MODIFY on the other classes. */
  needs: "MODIFY" | "undo";
}

/**
 * Requires rights on all classes of an import. A class without any right for the caller is refused as not found, and too low a right as
 * not allowed. If all its classes are removed, only its author and administrators find it.
 */
export async function requireRightsOn(database: Database, session: Session, { found, classes, needs }: ImportWithClasses): Promise<void> {
  const isOwn = found.created_by === session.accountId || isAdministrator(session);
  if (classes.length === 0 && !isOwn) throw new Refusal("errors.notFound");
  const levels = await levelsOnGroups(
    database,
    session,
    classes.map(({ id }) => id),
  );
  if (classes.some(({ id }) => !reaches(levels.get(id), "READ"))) throw new Refusal("errors.notFound");
  const isRemoved = (isNew: boolean) => needs === "undo" && isNew;
  const isAllowed = classes.every(({ id, is_new: isNew }) => reaches(levels.get(id), isRemoved(isNew) ? "OWNER" : "MODIFY"));
  if (!isAllowed) throw new Refusal("errors.notAllowed");
}

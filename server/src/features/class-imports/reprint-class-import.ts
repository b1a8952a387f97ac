import type { ImportResult } from "@storyport/contract/class-imports";
import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { reprintBadgesOf } from "#/features/qr-login/reprint-badges.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireRightsOn } from "./import-rights.ts";
import { findImport, listClasses, listImportedStudents } from "./queries.ts";
import type { ImportRecord } from "./queries.ts";
import { undoableUntil } from "./undo-window.ts";

/**
 * Returns the badges of an import again unchanged, and records it. Needs MODIFY on its classes (errors.notAllowed). After a
 * quarter of an hour it needs a recent login (errors.loginTooOld), like any reprint of a class. Refuses an undone import
 * (errors.importUndone), and an import outside the caller's reach as not found.
 */
export async function reprintClassImport(context: AppContext, caller: LoggedInCaller, importId: string): Promise<ImportResult> {
  return context.database.transaction().execute(async (transaction) => {
    const found = await findImport(transaction, importId);
    if (found === undefined) throw new Refusal("errors.notFound");
    return describeImport(context, transaction, { caller, found });
  });
}

/** Describes an import that was made before, with its live badges. Refuses and records like `reprintClassImport`. */
export async function describeImport(
  context: AppContext,
  transaction: Transaction<Tables>,
  { caller, found }: { caller: LoggedInCaller; found: ImportRecord },
): Promise<ImportResult> {
  const classes = await listClasses(transaction, found.id);
  await requireRightsOn(transaction, caller.session, { found, classes, needs: "MODIFY" });
  // The sheet of badges that were just issued belongs to the import, which needs no recent login (docs/decisions/0065).
  if (!found.is_just_made) await requireRecentLogin(transaction, caller.session);
  if (found.undone_at !== null) throw new Refusal("errors.importUndone");
  const students = await listImportedStudents(transaction, found.id);
  const badges: BadgeEntry[] = [];
  const counted: ImportResult["classes"] = [];
  for (const { id, name, is_new: isNew } of classes) {
    const accountIds = students.filter(({ playerGroupId }) => playerGroupId === id).map(({ accountId }) => accountId);
    counted.push({ playerGroupId: id, groupName: name, isNew, students: accountIds.length });
    const group = { id, name, organizationId: found.organization_id };
    if (accountIds.length > 0) badges.push(...(await reprintBadgesOf(context, transaction, { caller, group, accountIds })));
  }
  return { id: found.id, students: students.length, classes: counted, badges, undoableUntil: undoableUntil(found.created_at) };
}

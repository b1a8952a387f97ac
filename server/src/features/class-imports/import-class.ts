import type { ImportResult, importClass as endpoint } from "@storyport/contract/class-imports";
import type { BadgeEntry } from "@storyport/contract/qr-login";
import { limits } from "@storyport/contract/limits";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import { createGroupIn } from "#/features/player-groups/create-player-group.ts";
import { insertStudents } from "#/features/players/insert-students.ts";
import type { InsertedStudent } from "#/features/players/insert-students.ts";
import { issueFirstBadges } from "#/features/qr-login/issue-badges.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findPlace, judgeHeldList } from "./judge-list.ts";
import type { Judged } from "./judge-rows.ts";
import { countPlayers, findImport, insertImport, insertImportParts } from "./queries.ts";
import { describeImport } from "./reprint-class-import.ts";
import { undoableUntil } from "./undo-window.ts";

type Order = z.output<typeof endpoint.body>;

/**
 * Adds the chosen rows of a checked list as students with badges, in one transaction, and creates the classes that are missing.
 * The same id again returns the first import, and is refused like `reprintClassImport`. The id of another user's import is not found. If
 * any verdict or class differs from what the caller saw, nothing is written (errors.importChanged). Refuses a row that cannot be added, and
 * a list without a chosen row, with errors.invalidInput. Refuses a class that would have more than 1,000 players with
 * errors.playerGroupFull. Refuses the place of the list like `findPlace`.
 */
export async function importClass(context: AppContext, caller: LoggedInCaller, order: Order): Promise<ImportResult> {
  return context.database.transaction().execute(async (transaction) => {
    const place = await findPlace(transaction, caller.session, order);
    const judged = await judgeHeldList(transaction, caller.session, { place, rows: order.rows });
    // Only after the lock of judgeHeldList does a repeated call see the import of the first.
    const former = await findImport(transaction, order.id);
    if (former !== undefined) {
      if (former.created_by !== caller.session.accountId) throw new Refusal("errors.notFound");
      return describeImport(context, transaction, { caller, found: former });
    }
    const chosen = chooseRows(order, judged);
    const classes = await createMissing(transaction, caller, { organizationId: place.organizationId, chosen });
    await refuseFull(transaction, chosen, classes);
    const added = { order, organizationId: place.organizationId, chosen, classes };
    const students = await addStudents(transaction, caller, added);
    const badges = await giveBadges(context, transaction, { caller, added, students });
    const createdAt = await writeImport(transaction, caller, { added, students });
    return {
      id: order.id,
      students: students.length,
      classes: classes.map(({ id, name, isNew }) => ({
        playerGroupId: id,
        groupName: name,
        isNew,
        students: students.filter(({ playerGroupId }) => playerGroupId === id).length,
      })),
      badges,
      undoableUntil: undoableUntil(createdAt),
    };
  });
}

/** Returns the rows to add. A row that is wrong or already here cannot be added. */
function chooseRows({ rows }: Order, judged: readonly Judged[]): Judged[] {
  const isAsSeen = judged.every(({ verdict, playerGroupId }, index) => {
    const row = rows[index];
    // A wrong row is never added, so its class does not matter.
    return row?.verdict === verdict && (verdict === "wrong" || row.judgedGroupId === playerGroupId);
  });
  if (!isAsSeen) throw new Refusal("errors.importChanged");
  const chosen = judged.filter((_, index) => rows[index]?.decision === "add");
  const isAddable = chosen.every(({ verdict }) => verdict === "new" || verdict === "looks-alike");
  if (chosen.length === 0 || !isAddable) throw new Refusal("errors.invalidInput");
  return chosen;
}

interface ImportedClass {
  id: string;
  key: string;
  name: string;
  isNew: boolean;
}

async function createMissing(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, chosen }: { organizationId: string; chosen: readonly Judged[] },
): Promise<ImportedClass[]> {
  const wanted = new Map(chosen.flatMap(({ rowClass }) => (rowClass === undefined ? [] : [[rowClass.key, rowClass]])));
  const classes: ImportedClass[] = [];
  for (const { id: known, key, name } of wanted.values()) {
    const { id } = known === undefined ? await createGroupIn(transaction, caller, { name, organizationId }) : { id: known };
    classes.push({ id, key, name, isNew: known === undefined });
  }
  return classes;
}

/** Counts all chosen rows. The verdict "class full" counts only new rows, and the caller may also add rows that look like others. */
async function refuseFull(transaction: Transaction<Tables>, chosen: readonly Judged[], classes: readonly ImportedClass[]): Promise<void> {
  const present = await countPlayers(
    transaction,
    classes.map(({ id }) => id),
  );
  for (const { id, key } of classes) {
    const added = chosen.filter(({ rowClass }) => rowClass?.key === key).length;
    if ((present.get(id) ?? 0) + added > limits.playersOfGroup.max) throw new Refusal("errors.playerGroupFull");
  }
}

interface Added {
  order: Order;
  organizationId: string;
  chosen: readonly Judged[];
  classes: readonly ImportedClass[];
}

async function addStudents(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { order: { locale }, organizationId, chosen, classes }: Added,
): Promise<InsertedStudent[]> {
  const idOf = new Map(classes.map(({ key, id }) => [key, id]));
  // A chosen row is not wrong, so it has a class, and `classes` has that class.
  const students = chosen.map(({ name, externalId, rowClass }) => ({
    name,
    externalId,
    playerGroupId: idOf.get(rowClass?.key ?? "") ?? "",
  }));
  return insertStudents(transaction, caller, { organizationId, locale, students });
}

async function giveBadges(
  context: AppContext,
  transaction: Transaction<Tables>,
  { caller, added, students }: { caller: LoggedInCaller; added: Added; students: readonly InsertedStudent[] },
): Promise<BadgeEntry[]> {
  const badges: BadgeEntry[] = [];
  for (const { id, name } of added.classes) {
    const here = students.filter(({ playerGroupId }) => playerGroupId === id);
    const holders = here.map((student) => ({ id: student.accountId, display_name: student.name }));
    const group = { id, name, organizationId: added.organizationId };
    badges.push(...(await issueFirstBadges(context, transaction, { caller, group, students: holders })));
  }
  return badges;
}

/** Records one event per class. */
async function writeImport(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { added, students }: { added: Added; students: readonly InsertedStudent[] },
): Promise<Date> {
  const { order, organizationId, classes } = added;
  const { accountId: actorId } = caller.session;
  const createdAt = await insertImport(transaction, { id: order.id, organizationId, students: students.length, createdBy: actorId });
  // An import of another organization took this id at the same moment.
  if (createdAt === undefined) throw new Refusal("errors.notFound");
  await insertImportParts(transaction, order.id, { classes, students });
  const events = classes.map(({ id, isNew }) => {
    const inClass = students.filter(({ playerGroupId }) => playerGroupId === id).length;
    return {
      event: "class_imported",
      actorId,
      targetId: id,
      organizationId,
      details: { importId: order.id, isNew, students: inClass },
    } as const;
  });
  await recordEvents(transaction, caller, events);
  return createdAt;
}

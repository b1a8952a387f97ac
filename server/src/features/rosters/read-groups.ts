import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { claimGroupReading, endGroupReading } from "#/features/federated-login/group-readings.ts";
import { forgetRefusals, noteGroupsOf } from "#/features/organizations/unread-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { actingFor } from "./acting-caller.ts";
import { applyHeld, computeHeld, holdWaiting, replaceChanges } from "./apply-roster.ts";
import { computeRun } from "./compute-run.ts";
import { noteReading, noteRefusals } from "./connection-queries.ts";
import { readFeideClasses, RefusedTeacher, UnreadableTeacher } from "./feide-groups.ts";
import type { FeideClass } from "./feide-groups.ts";
import type { ListedClass } from "./listed-roster.ts";
import { makeRun } from "./make-run.ts";
import { lockOrganization } from "./progress-queries.ts";
import type { ComputedFields } from "./queries.ts";
import { listTeachersSchools } from "./nightly-queries.ts";
import type { TeachersSchool } from "./nightly-queries.ts";

const mostAttempts = 3;

/**
 * Reads the classes of teachers who logged in by Feide. Makes a run for each connected school of theirs in which something changed. In the
 * mode NIGHTLY, a run that only adds is applied at once. Any number of processes may do it concurrently, because a reading has one claim
 * at a time. A reading that fails is tried three times, and the next login asks for it again. The page of the lists says since when Feide is
 * away, and which teachers could not be read.
 */
export async function readGroups(context: AppContext): Promise<void> {
  const { feideGroupsUrl } = context.settings;
  if (feideGroupsUrl === undefined) return;
  for (let reading = await claimGroupReading(context); reading !== undefined; reading = await claimGroupReading(context)) {
    try {
      const { accountId } = reading;
      const open = { accountId, accessToken: reading.accessToken(), groupsUrl: feideGroupsUrl };
      const schools = await listTeachersSchools(context.database, accountId);
      const classes = await readClasses(context, open, schools);
      for (const school of schools) await takeClasses(context, school, classes);
      await endGroupReading(context.database, reading);
    } catch (error) {
      context.log.warn({ err: error, attempts: reading.attempts }, "a teacher's groups could not be read");
      if (reading.attempts >= mostAttempts) await endGroupReading(context.database, reading);
    }
  }
}

/**
 * Reads the classes of a teacher, and notes for the schools whether that worked. Feide is away if a reading fails for another reason than
 * the teacher (`UnreadableTeacher`). It is also away if it refuses two teachers without a reading that works in between.
 */
async function readClasses(context: AppContext, reading: OpenReading, schools: readonly TeachersSchool[]): Promise<FeideClass[]> {
  const { database } = context;
  const { accountId } = reading;
  const organizationIds = schools.map(({ organizationId }) => organizationId);
  // The membership may have ended since the login.
  if (organizationIds.length === 0) return [];
  const schoolNumbers = new Set(schools.map(({ schoolNumber }) => schoolNumber));
  const classes = await readFeideClasses(context, reading, schoolNumbers).catch(async (error: unknown) => {
    if (!(error instanceof UnreadableTeacher)) await noteReading(database, organizationIds, false);
    const isRefused = error instanceof RefusedTeacher;
    await noteGroupsOf(database, { accountId, organizationIds, outcome: isRefused ? "refused" : "unreadable" });
    if (isRefused) await noteRefusals(database, organizationIds);
    throw error;
  });
  await forgetRefusals(database, organizationIds);
  await noteGroupsOf(database, { accountId, organizationIds, outcome: "read" });
  // Last, because another process may have counted the refusals before they were forgotten.
  await noteReading(database, organizationIds, true);
  return classes;
}

interface OpenReading {
  accountId: string;
  accessToken: string;
  groupsUrl: string;
}

/** A teacher of two schools has classes of both; each school takes its own. */
async function takeClasses({ database }: AppContext, school: TeachersSchool, classes: readonly FeideClass[]): Promise<void> {
  const { organizationId, schoolNumber, accountId } = school;
  const roster = classes
    .filter((each) => each.schoolNumber === schoolNumber)
    .map(({ externalId, name, students }): ListedClass => ({ externalId, name, students, teachers: [{ accountId }] }));
  if (roster.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    // A list that changes nothing makes no run, because teachers log in every day.
    const { changes } = await computeRun(transaction, { organizationId, roster, isWhole: false });
    if (changes.length > 0) await makeAndApply(transaction, school, roster);
  });
}

async function makeAndApply(transaction: Transaction<Tables>, school: TeachersSchool, roster: readonly ListedClass[]): Promise<void> {
  const caller = actingFor(school.accountId, school.locale);
  const { id } = await makeRun(transaction, caller, { organizationId: school.organizationId, source: "FEIDE", roster, isWhole: false });
  if (school.mode !== "NIGHTLY") return;
  // `makeRun` compared without locking the classes, so `computeHeld` compares again.
  const run = await holdWaiting(transaction, id);
  const computed = await computeHeld(transaction, run);
  if (!onlyAdds(computed.fields)) return;
  await replaceChanges(transaction, id, computed);
  await applyHeld(transaction, caller, { run, computed, answers: new Map(), isAutomatic: true, tell: () => undefined });
}

/** What only adds takes nothing from anybody, so a teacher need not wait for the night. */
function onlyAdds({ status, counts: { MOVED, LEFT, RENAMED, CONFLICT } }: ComputedFields): boolean {
  return status === "CHECKED" && MOVED + LEFT + RENAMED + CONFLICT === 0;
}

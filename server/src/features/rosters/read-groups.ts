import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { claimGroupReading, endGroupReading } from "#/features/federated-login/group-readings.ts";
import { forgetRefusals, noteGroupsOf } from "#/features/organizations/unread-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { actingFor } from "./acting-caller.ts";
import { applyHeld, computeHeld, holdWaiting, replaceChanges } from "./apply-roster.ts";
import { computeRun } from "./compute-run.ts";
import { noteReading, noteRefusals } from "./connection-queries.ts";
import { readFeideClasses, RefusedTeacher, UnreadableTeacher } from "./feide-groups.ts";
import type { FeideClass } from "./feide-groups.ts";
import type { ListedClass } from "./listed-roster.ts";
import { makeRun } from "./make-run.ts";
import { lockOrganization } from "./progress-queries.ts";
import { discardWaiting } from "./queries.ts";
import type { ComputedFields } from "./queries.ts";
import { listTeachersSchools } from "./nightly-queries.ts";
import type { TeachersSchool } from "./nightly-queries.ts";

const mostAttempts = 3;

/**
 * Reads the classes of teachers who logged in by Feide. Makes a run for each connected school of theirs in which something changed. In the
 * mode NIGHTLY, a run that only adds is applied at once. Any number of processes may do it concurrently, because a reading has one claim
 * at a time. A reading that fails is tried three times, and the next login asks for it again. A reading that meets a list under way is tried
 * again as long as it is claimed. The page of the lists says since when Feide is away, and which teachers could not be read. After the signal
 * no further reading begins.
 */
export async function readGroups(context: AppContext, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const { feideGroupsUrl } = context.settings;
  if (feideGroupsUrl === undefined) return;
  const claim = async () => (signal?.aborted === true ? undefined : claimGroupReading(context));
  for (let reading = await claim(); reading !== undefined; reading = await claim()) {
    try {
      const { accountId } = reading;
      const open = { accountId, accessToken: reading.accessToken(), groupsUrl: feideGroupsUrl };
      const schools = await listTeachersSchools(context.database, accountId);
      const classes = await readClasses(context, open, schools);
      for (const school of schools) await takeClasses(context, school, classes);
      await endGroupReading(context.database, reading);
    } catch (error) {
      context.log.warn({ err: error, attempts: reading.attempts }, "a teacher's groups could not be read");
      if (reading.attempts >= mostAttempts && !isUnderWay(error)) await endGroupReading(context.database, reading);
    }
  }
}

/** The groups were read, but a list of the school is being applied or undone. */
function isUnderWay(error: unknown): boolean {
  return error instanceof Refusal && error.code === "errors.rosterUnderWay";
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
    if (!(error instanceof UnreadableTeacher)) await noteReading(database, schools, false);
    const isRefused = error instanceof RefusedTeacher;
    await noteGroupsOf(database, { accountId, organizationIds, outcome: isRefused ? "refused" : "unreadable" });
    if (isRefused) await noteRefusals(database, organizationIds);
    throw error;
  });
  await forgetRefusals(database, organizationIds);
  await noteGroupsOf(database, { accountId, organizationIds, outcome: "read" });
  // Last, because another process may have counted the refusals before they were forgotten.
  await noteReading(database, schools, true);
  return classes;
}

interface OpenReading {
  accountId: string;
  accessToken: string;
  groupsUrl: string;
}

/** A teacher of two schools has classes of both; each school takes its own. */
async function takeClasses(
  { database }: AppContext,
  { organizationId, schoolNumber, accountId }: TeachersSchool,
  classes: readonly FeideClass[],
): Promise<void> {
  const roster = classes
    .filter((each) => each.schoolNumber === schoolNumber)
    .map(({ externalId, name, students }): ListedClass => ({ externalId, name, students, teachers: [{ accountId }] }));
  await database.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    // During the reading the school may have got another number or mode, or disconnected. The teacher may have left it.
    const school = (await listTeachersSchools(transaction, accountId)).find((each) => each.organizationId === organizationId);
    if (school?.schoolNumber !== schoolNumber) return;
    // A list that changes nothing makes no run, because teachers log in every day. The teacher's former list is outdated all the same.
    const { changes } = await computeRun(transaction, { organizationId, roster, isWhole: false });
    if (changes.length > 0) await makeAndApply(transaction, school, roster);
    else await discardWaiting(transaction, organizationId, accountId);
  });
}

async function makeAndApply(transaction: Transaction<Tables>, school: TeachersSchool, roster: readonly ListedClass[]): Promise<void> {
  const caller = actingFor(school.accountId, school.locale);
  const id = await makeRun(transaction, caller, { organizationId: school.organizationId, source: "FEIDE", roster, isWhole: false });
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

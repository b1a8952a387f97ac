import { limits } from "@storyport/contract/limits";
import type { RosterChange, RosterRun, getRosterRun as ofRun, getRosters as endpoint } from "@storyport/contract/rosters";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { findOrganizationKey } from "#/features/organizations/find-organization-key.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOwnRun } from "./find-own-run.ts";
import { findConnection } from "./connection-queries.ts";
import { listUnreadTeachers } from "./known-queries.ts";
import { countQuestions, listChanges, listMissing, listRuns } from "./queries.ts";
import type { ListedRun } from "./queries.ts";
import { requireRosterReach } from "./require-roster-reach.ts";

const mostRuns = 20;
/** How long a run can be undone (`listRuns`), in milliseconds. */
const undoable = limits.rosters.undoHours * 3_600_000;

/** Shows the connection, the twenty newest runs and the missing students of an organization. Refuses like `requireRosterReach`. */
export async function getRosters(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { organizationId }: z.output<typeof endpoint.query>,
): Promise<z.output<typeof endpoint.response>> {
  await requireRosterReach(database, session, organizationId);
  const found = await findConnection(database, organizationId);
  const runs = await listRuns(database, { organizationId }, mostRuns);
  const missing = await listMissing(database, organizationId);
  const unread = await listUnreadTeachers(database, organizationId);
  return {
    organizationName: await findOrganizationKey(database, organizationId),
    ...(found !== undefined && {
      connection: {
        source: found.source,
        mode: found.mode,
        ...(found.school_number !== null && { schoolNumber: found.school_number }),
        ...(found.read_at !== null && { readAt: found.read_at.toISOString() }),
        ...(found.failing_since !== null && { failingSince: found.failing_since.toISOString() }),
        unreadTeachers: unread.map(({ name, since }) => ({ name, since: since.toISOString() })),
      },
    }),
    runs: runs.map(describeRun),
    missing: missing.map((student) => ({ ...student, missingSince: student.missingSince.toISOString() })),
  };
}

/** Shows a run with the classes in which something changes. Refuses like `findOwnRun`. */
export async function getRosterRun(
  { database }: AppContext,
  { session }: LoggedInCaller,
  runId: string,
): Promise<z.output<typeof ofRun.response>> {
  const { digest, classes } = await findOwnRun(database, session, runId);
  const [listed] = await listRuns(database, { runId }, 1);
  if (listed === undefined) throw new Refusal("errors.notFound");
  const questions = listed.decided_at === null ? await countQuestions(database, runId) : [];
  return { run: describeRun(listed), digest, classes, questions };
}

/** Lists what changes in one class of a run. Refuses like `findOwnRun`. */
export async function listRosterChanges(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { runId, position: classPosition }: { runId: string; position: string },
): Promise<RosterChange[]> {
  await findOwnRun(database, session, runId);
  const rows = await listChanges(database, runId, Number(classPosition));
  return rows.map(({ position, change: { kind, thing, name, formerName, fromClass, reason, likeName, answers, ifOther } }) => ({
    position,
    kind,
    thing,
    name,
    ...(formerName !== undefined && { formerName }),
    ...(fromClass !== undefined && { fromClass }),
    ...(reason !== undefined && { reason }),
    ...(likeName !== undefined && { likeName }),
    answers,
    ...(ifOther !== undefined && { goingAlong: ifOther.filter(({ kind }) => kind === "MOVED").length }),
  }));
}

function describeRun(run: ListedRun): RosterRun {
  return {
    id: run.id,
    organizationId: run.organization_id,
    source: run.source,
    status: run.status,
    counts: run.counts,
    madeAt: run.made_at.toISOString(),
    ...(run.made_name !== null && { madeBy: run.made_name }),
    ...(run.decided_at !== null && { decidedAt: run.decided_at.toISOString() }),
    ...(run.decided_name !== null && { decidedBy: run.decided_name }),
    ...(run.progress_at !== null && {
      progress: { isRunning: run.is_running, done: run.done, all: run.all, at: run.progress_at.toISOString() },
    }),
    ...(run.is_undoable && run.decided_at !== null && { undoableUntil: new Date(run.decided_at.getTime() + undoable).toISOString() }),
  };
}

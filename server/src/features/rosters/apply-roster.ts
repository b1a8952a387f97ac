import type { RosterAnswer, applyRoster as endpoint } from "@storyport/contract/rosters";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import { holdPlayed } from "#/features/players/hold-played.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { withAnswers } from "./answered-changes.ts";
import { applyChanges } from "./apply-changes.ts";
import { computeRun, concernedGroups } from "./compute-run.ts";
import type { Computed } from "./compute-run.ts";
import { findConnection } from "./connection-queries.ts";
import { findOwnRun } from "./find-own-run.ts";
import { listKnownClasses } from "./known-queries.ts";
import { claimRun } from "./progress-queries.ts";
import { decideRun, holdRun, updateComputed, writeChanges } from "./queries.ts";
import type { RunRow } from "./queries.ts";
import { requireRosterReach } from "./require-roster-reach.ts";
import { RunProgress } from "./run-progress.ts";

type Order = { runId: string } & z.output<typeof endpoint.body>;

/**
 * Applies the changes of a run that the caller has seen, all or none, in one transaction. An answer to one question wins over the answer for
 * all of its reason; questions without either are skipped. Of several calls one applies it (errors.rosterDecided), and meanwhile the others
 * are refused (errors.rosterUnderWay). If the classes have changed since, the changes are computed again and nothing is applied
 * (errors.rosterChanged). A run that takes too much of a class (`limits.rosters`) needs `allowsLoss` (errors.rosterStopped). Moves,
 * departures and teachers need a recent login (errors.loginTooOld). Refuses a run like `findOwnRun`, and a run of a former connection with
 * errors.rosterNotConnected.
 */
export async function applyRoster({ database, log }: AppContext, caller: LoggedInCaller, order: Order): Promise<void> {
  const { runId } = order;
  const { organization_id: organizationId } = await findOwnRun(database, caller.session, runId);
  const progress = new RunProgress({ database, log }, { organizationId, runId });
  const attempt = () =>
    database.transaction().execute(async (transaction) => {
      await claimRun(transaction, { organizationId, runId });
      // Check again after the lock, because the caller may have left the organization meanwhile.
      await requireRosterReach(transaction, caller.session, organizationId);
      const run = await holdWaiting(transaction, runId);
      const computed = await computeHeld(transaction, run);
      const answered = withAnswers(computed, answersTo(computed, order));
      if (needsRecentLogin(answered.computed)) await requireRecentLogin(transaction, caller.session);
      if (computed.fields.digest !== run.digest) await replaceChanges(transaction, runId, computed);
      if (computed.fields.digest !== order.digest) return true;
      if (answered.computed.fields.status === "STOPPED" && !order.allowsLoss) throw new Refusal("errors.rosterStopped");
      if (answered.computed !== computed) await replaceChanges(transaction, runId, answered.computed);
      await applyHeld(transaction, caller, { run, ...answered, isAutomatic: false, tell: progress.tell });
      return false;
    });
  const isChanged = await progress.during(attempt);
  // After the commit, because the new changes have to stay.
  if (isChanged) throw new Refusal("errors.rosterChanged");
}

/** The answers by the position of their question. */
function answersTo({ changes }: Computed, { answers, forAll = [] }: Order): Map<number, RosterAnswer> {
  const common = new Map<string | undefined, RosterAnswer>(forAll.map(({ reason, answer }) => [reason, answer]));
  const ofReason = changes.flatMap(({ reason }, position): [number, RosterAnswer][] => {
    const answer = common.get(reason);
    return answer === undefined ? [] : [[position, answer]];
  });
  return new Map([...ofReason, ...answers.map(({ position, answer }) => [position, answer] as const)]);
}

/** Moves end badges, departures mark students as missing, and teachers get rights. */
function needsRecentLogin({ changes }: Computed): boolean {
  return changes.some(({ kind, thing }) => thing === "TEACHER" || kind === "MOVED" || kind === "LEFT");
}

/**
 * Locks a run that waits. Refuses a missing run as not found, and a decided run with errors.rosterDecided. Refuses a run of a former
 * connection with errors.rosterNotConnected.
 */
export async function holdWaiting(transaction: Transaction<Tables>, runId: string): Promise<RunRow> {
  const run = await holdRun(transaction, runId);
  if (run === undefined) throw new Refusal("errors.notFound");
  if (run.decided_at !== null) throw new Refusal("errors.rosterDecided");
  const connection = await findConnection(transaction, run.organization_id);
  if (connection?.source !== run.source) throw new Refusal("errors.rosterNotConnected");
  return run;
}

/** Compares the list of a run again, with classes that no other call can change until the transaction ends. */
export async function computeHeld(transaction: Transaction<Tables>, run: RunRow): Promise<Computed> {
  const { organization_id: organizationId, is_whole: isWhole } = run;
  const roster = run.roster ?? [];
  // The first comparison only finds the students who get new names, and the classes that students leave. They must be locked too.
  const before = await computeRun(transaction, { organizationId, roster, isWhole });
  const known = await listKnownClasses(transaction, organizationId);
  const renamed = before.changes.flatMap(({ thing, kind, playerId = [] }) => (thing === "STUDENT" && kind === "RENAMED" ? playerId : []));
  await holdPlayed(transaction, renamed);
  const left = before.changes.flatMap(({ fromGroupId, ifOther = [] }) => [fromGroupId, ...ifOther.map((change) => change.fromGroupId)]);
  const concerned = [...concernedGroups(known, { roster, isWhole }), ...left.filter((groupId) => groupId !== undefined)];
  await holdGroups(transaction, [...new Set(concerned)]);
  return computeRun(transaction, { organizationId, roster, isWhole });
}

/** Stores what a new comparison found, so that a person sees and answers exactly these changes. */
export async function replaceChanges(transaction: Transaction<Tables>, runId: string, { fields, changes }: Computed): Promise<void> {
  await updateComputed(transaction, runId, fields);
  await writeChanges(transaction, runId, changes);
}

interface HeldRun {
  run: RunRow;
  computed: Computed;
  answers: ReadonlyMap<number, RosterAnswer>;
  /** No person decided: the night, or a login that only added. */
  isAutomatic: boolean;
  tell: RunProgress["tell"];
}

/** Applies a run that the transaction holds, and records it. */
export async function applyHeld(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { run, computed, answers, isAutomatic, tell }: HeldRun,
): Promise<void> {
  const { accountId } = caller.session;
  const { organization_id: organizationId } = run;
  await applyChanges(transaction, caller, { run, computed, answers, tell });
  await decideRun(transaction, { runId: run.id, status: "APPLIED", decidedBy: isAutomatic ? undefined : accountId });
  await recordEvent(transaction, caller, {
    event: "roster_applied",
    actorId: accountId,
    targetId: organizationId,
    organizationId,
    details: { runId: run.id, source: run.source, ...computed.fields.counts, ...(isAutomatic && { isAutomatic }) },
  });
}

import type { AppContext } from "#/context.ts";
import { listOwnManagers } from "#/features/organizations/own-managers.ts";
import { postLetters } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import { actingFor } from "./acting-caller.ts";
import { applyHeld, computeHeld, holdWaiting, replaceChanges } from "./apply-roster.ts";
import { rosterWaitingLetter } from "./letters.ts";
import { listDueRuns, takeOrganizationsToTell } from "./nightly-queries.ts";
import type { DueRun } from "./nightly-queries.ts";
import { claimRun } from "./progress-queries.ts";
import { RunProgress } from "./run-progress.ts";

/** A letter that could not be sent within three days is dropped. */
const letterSeconds = 3 * 24 * 3600;

type Context = Pick<AppContext, "database" | "settings" | "log">;

/**
 * Applies the runs that waited when the night came, of organizations that want it. Writes to the managers of organizations with runs that
 * still wait. A run with a question waits for a person. So does a STOPPED run, which would take too much of a class. Any number of processes
 * may do it concurrently, at any hour. Each run is applied once, and each organization is told once a night. A run that fails holds up no
 * other, and a later call tries it again. The first error is thrown at the end. After the signal no further run is begun.
 */
export async function runNightly(context: Context, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const { database, settings, log } = context;
  const underWay: string[] = [];
  const failures: unknown[] = [];
  for (const due of await listDueRuns(database, settings.timeZone)) {
    if (signal?.aborted === true) return;
    try {
      await applyByNight(context, due);
    } catch (error) {
      // A refusal is no failure: a person decided or disconnected meanwhile, or another process applies a list of the school.
      const refusal = error instanceof Refusal ? error.code : undefined;
      if (refusal === "errors.rosterUnderWay") underWay.push(due.organizationId);
      if (refusal === undefined) failures.push(error);
      log.warn({ runId: due.id, ...(refusal === undefined ? { err: error } : { refusal }) }, "a school's list could not be applied");
    }
  }
  // Another process applies those lists, and may be done before a letter is read.
  await tell(context, underWay);
  if (failures.length > 0) throw failures[0];
}

async function applyByNight(context: Context, { id, organizationId }: DueRun): Promise<void> {
  const progress = new RunProgress(context, { organizationId, runId: id });
  const attempt = () =>
    context.database.transaction().execute(async (transaction) => {
      await claimRun(transaction, { organizationId, runId: id });
      // The runs of other schools took their time. Meanwhile the mode, or the rights of the person who made the run, may have changed.
      const [due] = await listDueRuns(transaction, context.settings.timeZone, id);
      if (due === undefined) return;
      const run = await holdWaiting(transaction, id);
      const computed = await computeHeld(transaction, run);
      // A person who decides later sees the changes of tonight.
      await replaceChanges(transaction, id, computed);
      const { status, counts } = computed.fields;
      if (status === "STOPPED" || counts.CONFLICT > 0) return;
      const held = { run, computed, answers: new Map(), isAutomatic: true, tell: progress.tell };
      await applyHeld(transaction, actingFor(due.accountId, due.locale), held);
    });
  await progress.during(attempt);
}

/** The letters and the note that they were written commit together. */
async function tell({ database, settings }: Context, except: readonly string[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { id: organizationId, key: school } of await takeOrganizationsToTell(transaction, settings.timeZone, except)) {
      const managers = await listOwnManagers(transaction, organizationId);
      const postings = managers.map(({ id: accountId, email: recipient, display_name: displayName, default_locale: locale }) => {
        const letter = rosterWaitingLetter(settings, { locale, displayName, school, organizationId });
        return { accountId, recipient, name: "rosterWaiting", letter, validForSeconds: letterSeconds };
      });
      await postLetters(transaction, postings);
    }
  });
}

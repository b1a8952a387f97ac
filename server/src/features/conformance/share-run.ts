import type { readConformanceReport as endpoint } from "@storyport/contract/conformance";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { requireRun } from "./conformance-run.ts";
import { judge } from "./judge.ts";
import { findReported, listObservations, setReport } from "./queries.ts";

/** Makes an address of the run's report, and ends its former address. Needs MODIFY. Stores only a digest of it. */
export async function shareConformanceRun(
  context: AppContext,
  caller: LoggedInCaller,
  { runId }: { runId: string },
): Promise<{ address: string }> {
  const run = await requireRun(context, caller, { runId, level: "MODIFY" });
  const { gameKey } = await findGame(context, run.game_id);
  const secret = newSecret();
  await context.database.transaction().execute(async (transaction) => {
    await setReport(transaction, runId, digestOf(secret));
    await recordEvent(transaction, caller, {
      event: "conformance_report_shared",
      actorId: caller.session.accountId,
      details: { gameId: run.game_id, gameKey },
    });
  });
  return { address: `${context.settings.publicUrl}/conformance-report/${secret}` };
}

/** Returns the verdicts behind a report's address. Refuses an unknown or former address with errors.notFound. */
export async function readConformanceReport(context: AppContext, report: string): Promise<ResponseOf<typeof endpoint>> {
  const run = await findReported(context.database, digestOf(report));
  if (run === undefined) throw new Refusal("errors.notFound");
  const { gameKey } = await findGame(context, run.game_id);
  const checks = judge(await listObservations(context.database, run.id));
  return { gameKey, startedAt: run.created_at.toISOString(), checks };
}

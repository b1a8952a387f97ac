import type { AppContext } from "#/context.ts";
import { portalNetwork } from "#/platform/http/caller.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { beforeAll, firstDigest, nameOf, sealOf } from "./history-months.ts";
import * as queries from "./month-queries.ts";
import type { HistoryPart } from "./month-queries.ts";
import { recordEvent } from "./record-event.ts";

type Closing = Pick<AppContext, "database" | "vault" | "log">;

interface CloseOptions {
  /** Ends the run after the present block. The next run goes on there. */
  signal: AbortSignal;
  /** Tests need fewer. docs/operating.md promises 5,000 to people who compute the digest of an export. */
  eventsOfBlock: number;
}

/** A year. If no portal runs for longer, the next portal makes the missing months at its start, before it records an event. */
const monthsAhead = 12;

const jobCaller: Caller = { requestId: "close months", network: portalNetwork, addressBucket: "" };

/** Makes the tables of the coming months. Without its month's table no event could be written, and so no login would succeed. */
export async function addHistoryMonths({ database }: Pick<AppContext, "database">): Promise<void> {
  await queries.addMonths(database, monthsAhead);
}

/**
 * Computes the digest of each month that ended at least a day ago, oldest first. Each digest continues the digest before. Any number
 * of processes may call it concurrently: a single process works, and the others return.
 */
export async function closeMonths(closing: Closing, options: Partial<CloseOptions> = {}): Promise<void> {
  const given = { signal: new AbortController().signal, eventsOfBlock: 5000, ...options };
  for (const part of await queries.listParts(closing.database)) {
    if (!part.hasEnded) continue;
    let outcome: Step = "added";
    while (outcome === "added" && !given.signal.aborted) outcome = await takeStep(closing, part, given.eventsOfBlock);
    // Another process works, or the run was stopped. A later month can only continue the digest of this month.
    if (outcome !== "closed") return;
  }
}

type Step = "added" | "closed" | "busy";

/** Adds one block, or closes the month if all its events are in blocks. */
async function takeStep({ database, vault, log }: Closing, part: HistoryPart, eventsOfBlock: number): Promise<Step> {
  return database.transaction().execute(async (transaction) => {
    if (!(await queries.tryToHoldClosing(transaction))) return "busy";
    const months = await queries.listClosedMonths(transaction);
    // A month without a digest was tampered with if a later month is closed. `history verify` reports that, and a new digest would hide it.
    if (months.some(({ endsOn }) => endsOn >= part.endsOn)) return "closed";
    const last = await queries.findLastBlock(transaction, part.endsOn);
    const previous = last?.digest ?? months.at(-1)?.digest ?? firstDigest;
    const start = { number: (last?.number ?? 0) + 1, after: last?.last ?? beforeAll, previous };
    if ((await queries.insertBlock(transaction, part, { ...start, most: eventsOfBlock })) !== undefined) return "added";
    const { events } = await queries.countBlocks(transaction, part.endsOn);
    const month = { startsOn: part.startsOn, endsOn: part.endsOn, events, digest: previous };
    await queries.insertClosedMonth(transaction, { ...month, seal: sealOf(vault, month) });
    const details = { month: nameOf(part), events, digest: previous.toString("hex") };
    await recordEvent(transaction, jobCaller, { event: "history_month_closed", details });
    log.info(details, "a month of the history is closed");
    return "closed";
  });
}

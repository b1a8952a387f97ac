import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import { beforeAll, firstDigest, nameOf, sealOf } from "./history-months.ts";
import * as queries from "./month-queries.ts";
import type { ClosedMonth, HistoryPart } from "./month-queries.ts";

export interface MonthVerdict {
  month: string;
  state: "closed" | "dropped" | "open";
  events?: number;
  digest?: string;
  /** Sentences for the operator. Empty if the month is as it was closed. */
  faults: string[];
}

/** More faults of one block are not listed. */
const mostNamed = 20;

/**
 * Compares each closed month with its digest, oldest first. Names the events that were changed, deleted or added since, up to 20 of each
 * block. `only` limits it to months with these `endsOn`. Events of open months have no digest yet.
 */
export async function* verifyMonths(
  { database, vault }: Pick<AppContext, "database" | "vault">,
  only?: ReadonlySet<string>,
): AsyncGenerator<MonthVerdict> {
  const parts = await queries.listParts(database);
  const months = await queries.listClosedMonths(database);
  const isAsked = (endsOn: string): boolean => only === undefined || only.has(endsOn);
  let previous: Buffer = firstDigest;
  for (const month of months) {
    const part = parts.find(({ endsOn }) => endsOn === month.endsOn);
    if (isAsked(month.endsOn)) {
      const faults = sealOf(vault, month).equals(month.seal) ? [] : [foreignSeal];
      const recorded = await queries.listRecordedDigests(database, nameOf(month));
      // A month and its record commit together. Months are dropped oldest first, so the record of a kept month is kept too.
      if (recorded.length === 0 && !month.isDropped) faults.push(noRecord);
      faults.push(...recorded.filter((digest) => digest !== month.digest.toString("hex")).map(otherDigest));
      faults.push(...(await faultsOf(database, { month, part, previous })));
      yield { ...summaryOf(month), faults };
    }
    previous = month.digest;
  }
  const lastEnd = months.at(-1)?.endsOn ?? "";
  for (const part of parts) {
    if (!part.hasBegun || months.some(({ endsOn }) => endsOn === part.endsOn) || !isAsked(part.endsOn)) continue;
    yield { month: nameOf(part), state: "open", faults: part.endsOn < lastEnd ? [noDigest] : [] };
  }
}

const foreignSeal = "Its digest was changed, or was made with the SECRET_KEY of another installation.";
const noDigest = "It has no digest, although a later month has one. Its digest was removed.";

const noRecord = "The history does not name its digest any more. The event of its closing was removed.";

const otherDigest = (digest: string): string => `When it was closed, the history recorded another digest for it: ${digest}`;

function summaryOf(month: ClosedMonth): Omit<MonthVerdict, "faults"> {
  const { events, digest, isDropped } = month;
  return { month: nameOf(month), state: isDropped ? "dropped" : "closed", events, digest: digest.toString("hex") };
}

interface MonthAsked {
  month: ClosedMonth;
  part: HistoryPart | undefined;
  previous: Buffer;
}

async function faultsOf(database: Database, { month, part, previous }: MonthAsked): Promise<string[]> {
  if (month.isDropped) return part === undefined ? [] : ["It was dropped, but its table is there."];
  if (part === undefined) return ["Its table is gone, although no command dropped it."];
  const { blocks, events } = await queries.countBlocks(database, month.endsOn);
  const faults = events === month.events ? [] : ["Its blocks do not have the number of events that it was closed with."];
  let after = beforeAll;
  let chain = previous;
  for (let number = 1; number <= blocks; number++) {
    const block = await queries.findBlock(database, month.endsOn, number);
    if (block === undefined) return [...faults, `Block ${number} of its digest is gone.`];
    const { first, last, digest } = block;
    const found = await queries.digestOfBlock(database, part, { after, last, previous: chain });
    if (found === undefined || !found.equals(digest)) {
      const tampered = await queries.listTampered(database, part, { number, after, last, most: mostNamed });
      faults.push(...tampered.map(({ id, how }) => `Event ${id} was ${how}.`));
      if (tampered.length === 0) faults.push(`The digest of the events ${first} to ${last} was changed.`);
      if (tampered.length === mostNamed) faults.push(`Perhaps more of the events up to ${last} were changed.`);
    }
    [after, chain] = [last, digest];
  }
  const added = await queries.listAddedBehind(database, part, { after, most: mostNamed });
  faults.push(...added.map((id) => `Event ${id} was added.`));
  if (!chain.equals(month.digest)) faults.push("Its last block does not lead to its digest.");
  return faults;
}

import { sweep } from "#/platform/jobs/sweep.ts";
import type { SweptBatch } from "#/platform/jobs/sweep.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { withStore } from "./with-store.ts";

interface Swept {
  removed: number;
  batches: number;
  /** The time of all batches, in milliseconds. */
  total: number;
  /** The time of the slowest batch, in milliseconds. */
  slowest: number;
}

/** `sweep`. Does what a portal does every ten minutes, and tells how. Portals may run meanwhile. */
export async function runSweep(): Promise<void> {
  await withStore(async ({ database }) => {
    const tables = new Map<string, Swept>();
    const onBatch = ({ table, removed, milliseconds }: SweptBatch): void => {
      const { removed: before, batches, total, slowest } = tables.get(table) ?? { removed: 0, batches: 0, total: 0, slowest: 0 };
      tables.set(table, {
        removed: before + removed,
        batches: batches + 1,
        total: total + milliseconds,
        slowest: Math.max(slowest, milliseconds),
      });
    };
    const faults: string[] = [];
    const log = { warn: ({ table, err }: { table?: string; err?: unknown }) => faults.push(`${table}: ${String(err)}`) };
    const hasSwept = await sweep({ database, log }, { onBatch });
    if (!hasSwept) throw new StartRefusal("Another portal is sweeping at this moment. Try again in two minutes.");
    for (const [table, { removed, batches, total, slowest }] of tables) {
      const mean = Math.round(total / batches);
      console.log(`${table}: ${removed} removed in ${batches} batches, ${mean} ms each, the slowest ${Math.round(slowest)} ms`);
    }
    if (faults.length > 0) throw new StartRefusal(["These tables were not swept:", ...faults].join("\n  "));
  });
}

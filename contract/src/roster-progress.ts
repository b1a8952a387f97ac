import * as z from "zod/mini";

/**
 * How far a run is that is being applied. A run that is not running any more ended half-way, and nothing of it was applied. A run that was
 * applied has no progress.
 */
export const rosterProgress = z.object({
  isRunning: z.boolean(),
  /** Changes. They count only when all are done. */
  done: z.number(),
  all: z.number(),
  /** The last sign of life. */
  at: z.string(),
});
export type RosterProgress = z.infer<typeof rosterProgress>;

import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findWait } from "./queries.ts";
import type { WaitOfSchool } from "./queries.ts";

/** Returns why a call for a waiting device fails: it is unknown, removed, another school's, taken, or waits no more. */
export async function refusalOfWait(database: Database, wait: WaitOfSchool): Promise<Refusal> {
  const found = await findWait(database, wait);
  if (found === undefined) return new Refusal("errors.notFound");
  return new Refusal(found.is_taken ? "errors.seatTaken" : "errors.deviceNotWaiting");
}

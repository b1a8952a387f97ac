/** The names, seals and first digest of the history's months (docs/decisions/0059). */
import type { Vault } from "#/platform/secrets.ts";
import type { ClosedMonth } from "./month-queries.ts";

/** Before the first event there is nothing to continue. */
export const firstDigest = Buffer.alloc(32);

/** Smaller than every id. */
export const beforeAll = "-9223372036854775808";

/** As people read it: "2026-10", or "before 2026-10" for the first part. */
export function nameOf({ startsOn, endsOn }: { startsOn: string | null; endsOn: string }): string {
  return startsOn === null ? `before ${endsOn.slice(0, 7)}` : startsOn.slice(0, 7);
}

/** Keyed by a key that survives changes of SECRET_KEY, and that the database holds only sealed. */
export function sealOf(vault: Vault, { startsOn, endsOn, events, digest }: Omit<ClosedMonth, "seal" | "isDropped">): Buffer {
  return vault.digest(`month of the history\n${startsOn ?? ""}\n${endsOn}\n${events}\n${digest.toString("hex")}`);
}

import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";

/** For `auth_time`: when the session's owner last gave a proof. A provider that tells no time leaves the beginning of the session. */
export const lastProof = sql<Date>`greatest(coalesce(nullif(proven_at, 'epoch'), created_at), confirmed_at)`;

/** When the owner last gave a proof, for a demand. A login without a proven time has the epoch, so it counts as old. */
export const provenTime = sql<Date>`greatest(coalesce(proven_at, created_at), confirmed_at)`;

/** How recent a proof an OpenID client demands (OpenID Connect Core, section 3.1.2.1). */
export interface ProofDemand {
  /** When the request arrived, in seconds since 1970. A later proof always suffices. */
  arrivedAt: string;
  /** In seconds. A proof before the request suffices if it is not older. */
  maxAge?: number | undefined;
}

/**
 * Returns whether the owner's last proof meets the demand, and false for an ended session. A login without a proven time counts as old, as
 * for guarded actions (docs/decisions/0074). Without `maxAge` only a proof after the request suffices, because `least` ignores null.
 */
export async function isProvenSince(database: Database, { digest }: Pick<Session, "digest">, demand: ProofDemand): Promise<boolean> {
  const { arrivedAt, maxAge = null } = demand;
  const proven = await database
    .selectFrom("sessions")
    .select("digest")
    .where("digest", "=", digest)
    .where(provenTime, ">=", sql<Date>`least(to_timestamp(${arrivedAt}::float8), now() - make_interval(secs => ${maxAge}::float8))`)
    .executeTakeFirst();
  return proven !== undefined;
}

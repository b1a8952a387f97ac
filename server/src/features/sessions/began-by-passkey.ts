import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";

/** Returns whether a passkey began the session. A confirmation must then prove as much: two factors. */
export async function beganByPasskey(database: Database, { digest }: Session): Promise<boolean> {
  const session = await database.selectFrom("sessions").select("by_passkey").where("digest", "=", digest).executeTakeFirst();
  return session?.by_passkey === true;
}

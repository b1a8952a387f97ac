import type { AppContext } from "#/context.ts";
import { letsIn } from "./lets-in.ts";
import { findLiveSessions, findPortalSessions } from "./queries.ts";
import type { PortalSession } from "./queries.ts";

type Context = Pick<AppContext, "database" | "settings">;

/**
 * Lists the full sessions of an account that still let their user in, last used first. A session that must prove a passkey ends when the
 * proof is due, if not before.
 */
export async function listPortalSessions({ database, settings }: Context, accountId: string): Promise<PortalSession[]> {
  const listed = await findPortalSessions(database, accountId);
  const rows = await findLiveSessions(
    database,
    listed.map(({ digest }) => digest),
  );
  const live = rows.filter((row) => letsIn(row, settings));
  const sessions = listed.flatMap((session) => {
    const row = live.find(({ digest }) => digest.equals(session.digest));
    return row === undefined ? [] : [{ ...session, ends_at: earlier(session.ends_at, row.passkey_due_at) }];
  });
  return sessions.toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
}

function earlier(end: Date, due: Date | null): Date {
  return due !== null && due < end ? due : end;
}

/** Lists the sessions of `listPortalSessions` without their digests, for an administrator. */
export async function listSessionsOf(context: Context, accountId: string): Promise<Omit<PortalSession, "digest">[]> {
  const sessions = await listPortalSessions(context, accountId);
  return sessions.map(({ digest: _, ...session }) => session);
}

import type { Database } from "#/platform/database/connect.ts";
import { harmlessName } from "#/platform/mail/notice.ts";
import { findNames } from "./queries.ts";

/** Who has a letter sent. */
export interface Sender {
  actorId: string;
  organizationId: string | undefined;
}

export interface SenderNames {
  school: string | undefined;
  person: string | undefined;
}

/** The names that a letter says of its sender: the school as people call it, and the person. Both are text that people typed. */
export async function nameSender(database: Database, { actorId, organizationId }: Sender): Promise<SenderNames> {
  const { description, key, person } = await findNames(database, { actorId, organizationId: organizationId ?? null });
  return { school: harmlessName(description) ?? harmlessName(key), person: harmlessName(person) };
}

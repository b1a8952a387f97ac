import type { Database } from "#/platform/database/connect.ts";
import { harmlessName } from "#/platform/mail/notice.ts";
import { findNames } from "./queries.ts";

/** The sender of a letter: the person and the organization. */
export interface Sender {
  actorId: string;
  organizationId: string | undefined;
}

export interface SenderNames {
  school: string | undefined;
  person: string | undefined;
}

/** The sender's names in a letter: the school's description and the person. Both are typed by users. */
export async function nameSender(database: Database, { actorId, organizationId }: Sender): Promise<SenderNames> {
  const { description, key, person } = await findNames(database, { actorId, organizationId: organizationId ?? null });
  return { school: harmlessName(description) ?? harmlessName(key), person: harmlessName(person) };
}

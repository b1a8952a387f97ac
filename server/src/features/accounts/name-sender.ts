import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { harmlessName, withoutLinks } from "#/platform/mail/notice.ts";

/** The sender of a letter: the organization, and the person if the letter names a person. */
export interface Sender {
  actorId?: string | undefined;
  organizationId: string | undefined;
}

export interface SenderNames {
  school: string | undefined;
  person: string | undefined;
}

/**
 * Returns the names of a sender in a letter. Users type them, so a name that looks like a link is left out or changed. `school` is
 * undefined only without an organization.
 */
export async function nameSender(database: Database, { actorId, organizationId }: Sender): Promise<SenderNames> {
  const { rows } = await sql<{ key: string | null; description: string | null; person: string | null }>`
    select o.key, o.description, (select display_name from accounts where id = ${actorId ?? null}::uuid) as person
    from (select 1) always left join organizations o on o.id = ${organizationId ?? null}::uuid`.execute(database);
  const [{ key, description, person } = { key: null, description: null, person: null }] = rows;
  // "St.Olav" looks like the address of a website, "St. Olav" does not. The letter must name the school: the portal never speaks for it.
  const school = harmlessName(description) ?? harmlessName(key) ?? (key === null ? undefined : withoutLinks(key).trim());
  return { school, person: harmlessName(person) };
}

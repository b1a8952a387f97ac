/** A database with an owner's role and a portal's role (docs/operating.md, Two roles). */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { createTestDatabase } from "./test-store.ts";

/**
 * An empty database of an owner who is no superuser, and a role for the portal without any grants. The name of that role has a space and
 * quotes, so that statements must quote it.
 */
export async function twoRoles() {
  const admin = await createTestDatabase({ isEmpty: true });
  const [owner, portal] = [`owner_${randomUUID().slice(0, 8)}`, `portal "${randomUUID().slice(0, 8)}"`];
  await as(admin, [
    `create role "${owner}" login password 'owner'`,
    `create role ${quoted(portal)} login password 'portal'`,
    `alter database ${new URL(admin).pathname.slice(1)} owner to "${owner}"`,
  ]);
  return { admin, ownerUrl: withRole(admin, owner, "owner"), url: withRole(admin, portal, "portal"), owner, portal };
}

export function quoted(role: string): string {
  return `"${role.replaceAll('"', '""')}"`;
}

function withRole(url: string, role: string, password: string): string {
  const other = new URL(url);
  other.username = encodeURIComponent(role);
  other.password = password;
  return other.href;
}

/** Runs statements as the role of the address. */
export async function as(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

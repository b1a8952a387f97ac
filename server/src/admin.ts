/**
 * `npm run admin -- create <e-mail address>` and `npm run admin -- list`: the administrators of the configured database. The first one
 * comes from here, and so does every other: the portal itself never gives that role, and has no account to begin with.
 * `npm run admin -- migrate` does what a start does first, and ends: for portals whose own role may not.
 */
import { createAdministrator, listAdministrators } from "#/features/users/create-administrator.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { Refusal } from "#/platform/refusal.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";

const usage = `Usage:
  npm run admin -- create <e-mail address>   makes an administrator and prints a link to choose a password with
  npm run admin -- list                      lists the administrators
  npm run admin -- migrate                   brings the database to this version, as DATABASE_OWNER_URL where it is set`;

try {
  const [command, email, ...rest] = process.argv.slice(2);
  if (command === "create" && email !== undefined && rest.length === 0) await create(email);
  else if (command === "list" && email === undefined) await list();
  else if (command === "migrate" && email === undefined) await withStore(async () => console.log("The database is at this version."));
  else throw new StartRefusal(usage);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function create(email: string): Promise<void> {
  await withStore(async (context) => {
    const link = await createAdministrator(context, email);
    console.log(`The administrator is created. Choose the password here, once, within seven days:

  ${link}

The same link goes to the address by mail as soon as the portal runs.`);
  });
}

async function list(): Promise<void> {
  await withStore(async (context) => {
    const administrators = await listAdministrators(context);
    if (administrators.length === 0) console.log("There is no administrator yet. Create one: npm run admin -- create <e-mail address>");
    for (const { email, status, created_at } of administrators) {
      console.log(`${created_at.toISOString().slice(0, 10)}  ${status.padEnd(11)}  ${email ?? "-"}`);
    }
  });
}

async function withStore(work: (context: Parameters<typeof createAdministrator>[0]) => Promise<void>): Promise<void> {
  const settings: Settings = readSettings();
  const store = await openMigratedStore(settings.database, () => undefined);
  try {
    await work({ database: store.database, settings });
  } finally {
    await store.close();
  }
}

/** Expected ends are sentences. */
function explain(error: unknown): string {
  if (error instanceof StartRefusal || error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

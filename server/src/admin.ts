/**
 * `npm run admin -- create <e-mail address>` and `npm run admin -- list`: the administrators of the configured database. The first one
 * comes from here, and so does every other: the portal itself never gives that role, and has no account to begin with.
 */
import { createAdministrator, listAdministrators } from "#/features/users/create-administrator.ts";
import { openStore } from "#/platform/database/connect.ts";
import { migrate } from "#/platform/database/migrate.ts";
import { Refusal } from "#/platform/refusal.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";

const usage = `Usage:
  npm run admin -- create <e-mail address>   makes an administrator and prints a link to choose a password with
  npm run admin -- list                      lists the administrators`;

try {
  const [command, email, ...rest] = process.argv.slice(2);
  if (command === "create" && email !== undefined && rest.length === 0) await create(email);
  else if (command === "list" && email === undefined) await list();
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
  const store = await openStore(settings.database, () => undefined);
  try {
    await migrate(store);
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

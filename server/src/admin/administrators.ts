import { createAdministrator, listAdministrators } from "#/features/users/create-administrator.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { unknownCommand } from "./read-words.ts";
import { withStore } from "./with-store.ts";

/** `create <e-mail address>` and `list`. Every word that names no other command comes here, and is refused with the list of commands. */
export async function runAdministratorCommand(words: string[]): Promise<void> {
  const [command, email, ...rest] = words;
  if (command === "create" && email !== undefined && rest.length === 0) await create(email);
  else if (command === "list" && email === undefined) await list();
  else if (command === "create" || command === "list" || command === "") throw unknownCommand();
  else throw unknownCommand(command);
}

async function create(email: string): Promise<void> {
  await withStore(async (context) => {
    const { database, settings } = context;
    // Makes the canary in a new database, so that a first portal with another key is refused.
    if (settings.secretKeys !== undefined) await openVault(database, settings.secretKeys);
    const link = await createAdministrator(context, email);
    console.log(`The administrator ${email} is created. Choose the password here, once, within seven days:

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

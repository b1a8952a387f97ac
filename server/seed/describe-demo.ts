/** What `npm start` prints when the demo stands: where to go and as whom. */
import type { AppContext } from "#/context.ts";
import { demoAccounts, demoPassword } from "./demo-people.ts";

export async function describeDemo({ settings, database }: Pick<AppContext, "settings" | "database">): Promise<string> {
  const { standIns, publicUrl, brand } = settings;
  const rows = await database.selectFrom("accounts").select("email").where("email", "is not", null).limit(1000).execute();
  const present = new Set(rows.map(({ email }) => email));
  const people = demoAccounts.filter(({ email }) => email !== undefined && present.has(email));
  const width = Math.max(0, ...people.map(({ email = "" }) => email.length));
  return [
    "",
    `  ${brand.productName} is ready:  ${publicUrl}`,
    "",
    `  Game       ${standIns.gameUrl}`,
    `  Dashboard  ${standIns.dashboardUrl}`,
    `  Mailbox    ${standIns.mailboxUrl}`,
    "",
    ...(people.length === 0 ? [] : [`  Log in as (the password of all is ${demoPassword}):`]),
    ...people.map(({ email = "", shows }) => `    ${email.padEnd(width)}  ${shows}`),
    "",
    "  Ctrl-C stops everything; the data stays.",
    "",
  ].join("\n");
}

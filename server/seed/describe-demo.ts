/** The text that `npm start` prints for the demo: addresses and accounts. */
import { sql } from "kysely";
import type { AppContext } from "#/context.ts";
import { badgeUrl, openBadgeCode } from "#/features/qr-login/badge-code.ts";
import { demoAccounts, demoPassword } from "./demo-people.ts";

type DemoContext = Pick<AppContext, "settings" | "database" | "vault">;

/** Returns what a start of the demo prints: addresses, people and badges. */
export async function describeDemo(context: DemoContext): Promise<string> {
  const { settings, database } = context;
  const { standIns, publicUrl, brand } = settings;
  const badges = await describeBadges(context);
  const addresses = demoAccounts.flatMap(({ email }) => email ?? []);
  const rows = await database.selectFrom("accounts").select("email").where("email", "in", addresses).execute();
  const present = new Set(rows.map(({ email }) => email));
  const people = demoAccounts.filter(({ email }) => email !== undefined && present.has(email));
  const width = Math.max(0, ...people.map(({ email = "" }) => email.length));
  return [
    "",
    `  ${brand.productName} is ready:  ${publicUrl}`,
    "",
    `  Identity provider  ${standIns.identityProviderUrl} (Feide: kari, ola, nora, bo; Google: admin, camille; Apple: mona)`,
    `  Game               ${standIns.gameUrl}`,
    `  Dashboard          ${standIns.dashboardUrl}`,
    `  Mailbox            ${standIns.mailboxUrl}`,
    "",
    ...(people.length === 0 ? [] : [`  Log in as (the password of all is ${demoPassword}):`]),
    ...people.map(({ email = "", shows }) => `    ${email.padEnd(width)}  ${shows}`),
    ...(badges.length === 0 ? [] : ["", "  Badges (open one as a student would, with the camera of a tablet):", ...badges]),
    "",
    "  Ctrl-C stops everything; the data stays.",
    "",
  ].join("\n");
}

/** The links of the valid badges of 2A, whose students are among the demo's accounts. The class of 25 would fill the screen. */
async function describeBadges({ settings, database, vault }: DemoContext): Promise<string[]> {
  const students = demoAccounts.flatMap(({ email, displayName }) =>
    email === undefined && displayName !== undefined ? [displayName] : [],
  );
  const rows = await database
    .selectFrom("badges as b")
    .innerJoin("accounts as a", "a.id", "b.account_id")
    .select(["a.display_name", "b.sealed_code"])
    .where("a.email", "is", null)
    .where("a.display_name", "in", students)
    .where("b.voided_at", "is", null)
    .where("b.expires_at", ">", sql<Date>`now()`)
    .orderBy("b.created_at")
    // The seed makes all badges at one moment. This is the order in which the README names the students.
    .orderBy("a.display_name", "desc")
    .limit(students.length)
    .execute();
  const width = Math.max(0, ...students.map((name) => name.length));
  return rows.flatMap(({ display_name, sealed_code }) => {
    const code = openBadgeCode(vault, sealed_code);
    return code === undefined ? [] : [`    ${(display_name ?? "").padEnd(width)}  ${badgeUrl(settings, code)}`];
  });
}

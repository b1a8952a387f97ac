/** The admin area for tests: an administrator's browser, and what is changed and recorded there. */
import { editUser } from "@storyport/contract/users";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { anAdministrator, logIn } from "./builders.ts";
import type { TestAccount } from "./builders.ts";

export async function anAdminDesk(portal: TestPortal): Promise<{ desk: Browser; admin: TestAccount }> {
  const admin = await anAdministrator(portal);
  return { admin, desk: await logIn(portal.browser(), admin) };
}

/** Edits an account in its present version. */
export async function editAsItIs(
  { context }: Pick<TestPortal, "context">,
  { desk, userId, body }: { desk: Browser; userId: string; body: Record<string, unknown> },
): Promise<Answer> {
  const { version } = await context.database.selectFrom("accounts").select("version").where("id", "=", userId).executeTakeFirstOrThrow();
  return desk.call(editUser, { params: { userId }, body: { version, ...body } });
}

/** Returns the events about a thing or an account, newest first. */
export async function eventsAbout({ context }: Pick<TestPortal, "context">, targetId: string) {
  return context.database
    .selectFrom("audit_events")
    .select(["event", "actor_id", "organization_id", "details"])
    .where("target_id", "=", targetId)
    .orderBy("id", "desc")
    .execute();
}

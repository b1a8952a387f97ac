/** Users that log in once for many tests. Those tests do not change the sessions. */
import type { Page } from "@playwright/test";
import { beLoggedIn } from "./login.ts";
import { portalNumber } from "./portal.ts";

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;

const sessions = new Map<string, Cookies>();

/** Logged in as an actor, by the session that the first test of this portal began. */
export async function actAs(page: Page, email: string): Promise<void> {
  const context = page.context();
  const key = `${portalNumber()} ${email}`;
  const known = sessions.get(key);
  if (known !== undefined) return await context.addCookies(known);
  await beLoggedIn(page, email);
  const cookies = await context.cookies();
  // The language is each test's own choice.
  sessions.set(
    key,
    cookies.filter(({ name }) => name !== "language"),
  );
}

/** Public pages whose content depends on the visit (need the built web app). */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({}, { withPages: true });
});
afterAll(() => portal.close());

const titleOf = (body: string) => /<title>([^<]*)/.exec(body)?.[1];
const headingOf = (body: string) => /<h1[^>]*>([^<]*)/.exec(body)?.[1];

test("/logout offers a retry if the portal cannot tell who is logged in, and says 'not logged in' only to visitors who are not", async () => {
  const { database } = portal.context;
  const browser = await logIn(portal.browser(), (await aTeacher(portal)).account);
  const visit = () => browser.send({ method: "GET", url: "/logout" });
  expect(headingOf((await visit()).text)).toBe("Logout");
  await sql`alter table sessions rename to sessions_away`.execute(database);
  const unclear = await visit();
  await sql`alter table sessions_away rename to sessions`.execute(database);
  expect(unclear.status).toBe(500);
  expect(unclear.text).toContain("Try again");
  expect(unclear.text).not.toContain("not logged in<");
  const { body } = await portal.app.inject({ url: "/logout" });
  expect(body).toContain("not logged in<");
});

test.each([
  ["?activateAccount=true", "Choose your password"],
  [`?code=${"x".repeat(43)}&activateAccount=true`, "Choose your password"],
  ["", "Set a new password"],
])("/account/set-password%s is titled “%s”", async (query, title) => {
  const { body } = await portal.app.inject({ url: `/account/set-password${query}` });
  expect(titleOf(body)).toBe(`${title} – Storyport`);
  expect(headingOf(body)).toBe(title);
});

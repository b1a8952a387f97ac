import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher, anAccount } from "#test/builders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("concurrent logins beyond the hashing queue are refused: errors.busy", async () => {
  const { organization } = await aTeacher(portal);
  const memberships = [{ organization, roles: ["teacher"] }];
  const teachers = await Promise.all(Array.from({ length: 140 }, () => anAccount(portal, { memberships })));
  const logInAs = ({ email }: { email: string }) =>
    portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  const flood = await Promise.all(teachers.map(logInAs));
  const refused = flood.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: "errors.busy" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  const [first] = teachers.filter((_, index) => flood[index]?.status === 503);
  expect((await logInAs(first ?? { email: "" })).status).toBe(200);
});

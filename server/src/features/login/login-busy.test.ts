import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher, anAccount } from "#test/builders.ts";
import { fillHashingQueue } from "#test/full-hashing-queue.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("concurrent logins beyond the hashing queue are refused: errors.busy", async () => {
  const { organization } = await aTeacher(portal);
  const memberships = [{ organization, roles: ["teacher"] }];
  const teachers = await Promise.all(Array.from({ length: 20 }, () => anAccount(portal, { memberships })));
  const logInAs = ({ email }: { email: string }) =>
    portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  const emptyQueue = fillHashingQueue(portal.context.hasher);
  const refused = await Promise.all(teachers.map(logInAs));
  await emptyQueue();
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 503, body: { code: "errors.busy" } });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  for (const { status } of await Promise.all(teachers.map(logInAs))) expect(status).toBe(200);
});

/** What PLAY allows with one-time codes, and what is left of an archived class. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { validateAuth } from "@storyport/contract/login";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import {
  issueBadges,
  issueOneTimeCodes,
  listBadges,
  logInWithOneTimeCode,
  oneTimeCode,
  reprintBadges,
  voidBadges,
  voidOneTimeCodes,
} from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass, badgesOf } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const of = ({ group }: Pick<SchoolClass, "group">) => ({ playerGroupId: group.id });
const changes = [issueBadges, reprintBadges, voidBadges, issueOneTimeCodes, voidOneTimeCodes];

test("with PLAY, voiding a student's code ends what it opened", async () => {
  const school = await aClass(portal, { level: "PLAY" });
  const body = { studentUserId: school.students[0]?.id };
  const [given] = z.array(oneTimeCode).parse((await school.desk.call(issueOneTimeCodes, { params: of(school), body })).body);
  const tablet = portal.browser();
  await tablet.call(logInWithOneTimeCode, { body: { code: given?.otpCode } });
  expect((await tablet.call(validateAuth)).status).toBe(200);
  expect((await school.desk.call(voidOneTimeCodes, { params: of(school), body })).status).toBe(204);
  expect((await tablet.call(validateAuth)).status).toBe(401);
});

test("an archived group lists its students without badges and codes, and refuses every other call as errors.notFound", async () => {
  const school = await aClass(portal);
  await badgesOf(school);
  expect((await school.desk.call(issueOneTimeCodes, { params: of(school), body: {} })).status).toBe(201);
  await school.desk.call(editPlayerGroup, { params: of(school), body: { version: 1, archived: true } });
  const { body } = await school.desk.call(listBadges, { params: of(school) });
  const [emil, nora] = [school.students[1]?.id, school.students[0]?.id];
  expect(body).toMatchObject({
    students: [
      { userId: emil, displayName: "Emil" },
      { userId: nora, displayName: "Nora" },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/expiresAt/);
  for (const endpoint of changes) {
    const refused = await school.desk.call(endpoint, { params: of(school), body: { studentUserId: nora } });
    expect(refused).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  }
});

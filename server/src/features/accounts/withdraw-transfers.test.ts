/** A teacher who leaves the school leaves no link behind that takes its students away (docs/decisions/0055). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { acceptTransfer, checkTransfer, listTransfers, openTransfer } from "@storyport/contract/transfers";
import { deactivateUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aColleague } from "#test/lessons.ts";
import { askForDeletion } from "#test/mailed-links.ts";
import { aClass, aClassWithBadges } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const leavings: [string, (school: SchoolClass) => Promise<{ status: number }>][] = [
  [
    "who is no member any more",
    async ({ organization, teacher }) => {
      const { desk } = await anAdminDesk(portal);
      return desk.call(removeOrganizationMember, { params: { organizationId: organization.id, userId: teacher.id } });
    },
  ],
  [
    "who is deactivated",
    async ({ teacher }) => {
      const { desk } = await anAdminDesk(portal);
      return desk.call(deactivateUser, { params: { userId: teacher.id }, body: {} });
    },
  ],
  [
    "whose account is deleted",
    async ({ teacher: { email } }) => {
      const token = await askForDeletion(portal, email);
      return portal.browser().call(requestUserDeletion, { body: { email, token } });
    },
  ],
];

test.each(leavings)("the transfer that a teacher opened %s has ended: errors.transferEnded", async (_, leave) => {
  const from = await aClassWithBadges(portal);
  const desk = await aColleague(portal, from, "OWNER");
  const to = await aClass(portal, { students: [] });
  const [own, colleagues] = await Promise.all(
    [from.desk, desk].map(async (by, index) => {
      const body = { studentUserId: from.students[index]?.id };
      const opened = await by.call(openTransfer, { params: { playerGroupId: from.group.id }, body });
      expect(opened.status, opened.text).toBe(201);
      return openTransfer.response.parse(opened.body).link.split("/").at(-1);
    }),
  );
  expect([200, 204]).toContain((await leave(from)).status);
  const accepted = await to.desk.call(acceptTransfer, { body: { token: own, playerGroupId: to.group.id } });
  expect(accepted).toMatchObject({ status: 410, body: { code: "errors.transferEnded" } });
  expect((await to.desk.call(checkTransfer, { body: { token: colleagues } })).status).toBe(200);
  const { body } = await desk.call(listTransfers, { params: { playerGroupId: from.group.id } });
  const states = listTransfers.response.parse(body).transfers.map(({ state }) => state);
  expect(states.toSorted()).toEqual(["open", "withdrawn"]);
});

/** A list names a child who left the school by a transfer (docs/decisions/0050-a-list-is-judged-twice.md). */
import { acceptTransfer, openTransfer } from "@storyport/contract/transfers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { importList, verdictsOf } from "#test/class-imports.ts";
import { aClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a child who left comes back as a new student with the same external id; one who stayed is already here", async () => {
  const [from, to] = [await aClass(portal, { students: [] }), await aClass(portal, { students: [] })];
  const listed = {
    playerGroupId: from.group.id,
    rows: [
      { name: "Nora", externalId: "17" },
      { name: "Emil", externalId: "18" },
    ],
  };
  const { badges } = await importList(from.desk, listed);
  const studentUserId = badges.find(({ displayName }) => displayName === "Nora")?.userId;
  const opened = await from.desk.call(openTransfer, { params: { playerGroupId: from.group.id }, body: { studentUserId } });
  const token = openTransfer.response.parse(opened.body).link.split("/").at(-1) ?? "";
  expect((await to.desk.call(acceptTransfer, { body: { token, playerGroupId: to.group.id } })).status).toBe(200);

  const again = { organizationId: from.organization.id, rows: listed.rows.map((row) => ({ ...row, className: "3A" })) };
  expect((await verdictsOf(from.desk, again)).map(({ verdict }) => verdict)).toEqual(["new", "already-here"]);
  const returned = await importList(from.desk, again);
  expect(returned.badges.map(({ displayName, groupName }) => [displayName, groupName])).toEqual([["Nora", "3A"]]);
  expect((await verdictsOf(from.desk, again)).map(({ verdict }) => verdict)).toEqual(["already-here", "already-here"]);
});

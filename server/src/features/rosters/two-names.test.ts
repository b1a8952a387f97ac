/** A school's list names a student in two classes, by two names. The name of the first class counts. */
import { editPlayer } from "@storyport/contract/players";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOffice, applied, changesOf, checked, listed } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a name that a person gives such a student stays, however long the list is", async () => {
  const office = await anOffice(portal);
  // More than one statement notes, so that the names of the two classes are noted apart.
  const others = Array.from({ length: 999 }, (_, index) => `a${index} Al ${index}`);
  const list = [listed("c1", "2A", ["s1 Nora", ...others]), listed("c2", "2B", ["s1 Nora Elise"])];
  await applied(office, list, { forAll: { twoClasses: "same" } });
  const { database } = portal.context;
  const player = database.selectFrom("players").select(["id", "version"]).where("organization_id", "=", office.organization.id);
  const { id: playerId, version } = await player.where("name", "=", "Nora").executeTakeFirstOrThrow();
  const edited = await office.desk.call(editPlayer, { params: { playerId }, body: { version, playerName: "Nora E." } });
  expect(edited.status, edited.text).toBe(200);
  expect(await changesOf(office.desk, await checked(office, list))).toEqual([]);
});

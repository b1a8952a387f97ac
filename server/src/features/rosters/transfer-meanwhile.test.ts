/** A list that moves or marks a student ends no transfer to another school, because it belongs to the student and not to the class. */
import { answerMissing } from "@storyport/contract/missing-students";
import { acceptTransfer, listTransfers, openTransfer } from "@storyport/contract/transfers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, applied, checked, classesOf, groupNamed, listed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { aClass, badgesOf } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
const four = five.slice(0, 4);
const withBoIn = (name: "2A" | "2B") => [
  listed("c1", "2A", name === "2A" ? five : four),
  listed("c2", "2B", name === "2B" ? ["s6 Ada", "s5 Bo"] : ["s6 Ada"]),
];

const offer = (desk: Browser, playerGroupId: string, studentUserId: string) =>
  desk.call(openTransfer, { params: { playerGroupId }, body: { studentUserId } });

/** A school whose list has Bo in 2A. A link offers Bo to another school. */
async function anOfferOfBo(): Promise<{ office: RosterOffice; playerGroupId: string; studentUserId: string; token: string }> {
  const office = await anOffice(portal);
  await applied(office, withBoIn("2A"));
  const playerGroupId = await groupNamed(portal, office, "2A");
  const badges = await badgesOf({ desk: office.desk, group: { id: playerGroupId } });
  const studentUserId = badges.find(({ displayName }) => displayName === "Bo")?.userId ?? "";
  const answer = await offer(office.desk, playerGroupId, studentUserId);
  expect(answer.status, answer.text).toBe(201);
  const { link } = openTransfer.response.parse(answer.body);
  return { office, playerGroupId, studentUserId, token: link.split("/").at(-1) ?? "" };
}

async function acceptElsewhere(token: string): Promise<string> {
  const other = await aClass(portal, { students: [] });
  const answer = await other.desk.call(acceptTransfer, { body: { token, playerGroupId: other.group.id } });
  expect(answer.status, answer.text).toBe(200);
  return acceptTransfer.response.parse(answer.body).studentName;
}

describe("an open transfer", () => {
  test("stays open when a list moves the student, and the class that opened it shows it", async () => {
    const { office, playerGroupId, studentUserId, token } = await anOfferOfBo();
    await applied(office, withBoIn("2B"));
    const { body } = await office.desk.call(listTransfers, { params: { playerGroupId } });
    expect(listTransfers.response.parse(body).transfers).toMatchObject([{ studentName: "Bo", state: "open" }]);
    // The new class cannot offer the student twice.
    expect(codeIn(await offer(office.desk, await groupNamed(portal, office, "2B"), studentUserId))).toBe("errors.transferOpen");
    expect(await acceptElsewhere(token)).toBe("Bo");
  });

  test("that is accepted leaves the player in the class of the list, and later lists do not bring the account back", async () => {
    const { office, studentUserId, token } = await anOfferOfBo();
    await applied(office, withBoIn("2B"));
    await acceptElsewhere(token);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Aksel", "Emil", "Li", "Nora"], "2B": ["Ada", "Bo"] });
    expect((await shown(office.desk, await checked(office, withBoIn("2B")))).classes).toEqual([]);
    await applied(office, withBoIn("2A"));
    const { database } = portal.context;
    const memberships = database.selectFrom("organization_members").select("organization_id").where("account_id", "=", studentUserId);
    expect((await memberships.execute()).map(({ organization_id }) => organization_id)).not.toContain(office.organization.id);
    expect(await badgesOf({ desk: office.desk, group: { id: await groupNamed(portal, office, "2A") } })).toHaveLength(4);
  });

  test("stays open for a student who is missing in the list, and for one whom a teacher let go", async () => {
    const { office, playerGroupId, token } = await anOfferOfBo();
    await applied(office, [listed("c1", "2A", four), listed("c2", "2B", ["s6 Ada"])]);
    const [bo] = (await overview(office)).missing;
    const body = { playerIds: [bo?.playerId ?? ""], answer: "left" } as const;
    expect((await office.desk.call(answerMissing, { params: { playerGroupId }, body })).status).toBe(204);
    expect(await acceptElsewhere(token)).toBe("Bo");
  });
});

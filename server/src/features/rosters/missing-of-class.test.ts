/** The teachers of a class say of each student who is not in the school's list any more: still here, or gone. */
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { logInWithBadge } from "@storyport/contract/qr-login";
import { answerMissing, listMissingOfClass } from "@storyport/contract/missing-students";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aSession, anAccount } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { anOffice, applied, changesOf, checked, classesOf, groupNamed, listed, shown } from "#test/rosters.ts";
import { badgesOf, codeOn } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";
import { keepStudents } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
const listOf = (students: readonly string[]) => [listed("c1", "2A", students), listed("c2", "2B", ["s6 Ada"])];
const withoutBo = listOf(five.slice(0, 4));

/** A class whose list lacks Bo now, beside another class. */
async function aClassWithoutBo() {
  const office = await anOffice(portal);
  await applied(office, listOf(five));
  const playerGroupId = await groupNamed(portal, office, "2A");
  const badges = await badgesOf({ desk: office.desk, group: { id: playerGroupId } });
  await applied(office, withoutBo);
  const [bo] = await missingIn(office.desk, playerGroupId);
  return { office, playerGroupId, playerId: bo?.playerId ?? "", badge: badges.find(({ displayName }) => displayName === "Bo") };
}

async function missingIn(desk: Browser, playerGroupId: string) {
  const answer = await desk.call(listMissingOfClass, { params: { playerGroupId } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { playerId: string; playerName: string }[];
}

const answerThat = (desk: Browser, { playerGroupId, playerId }: { playerGroupId: string; playerId: string }, answer: "stays" | "left") =>
  desk.call(answerMissing, { params: { playerGroupId }, body: { playerIds: [playerId], answer } });

describe("answerMissing", () => {
  test("a student who is still here is marked no more, and the same list asks for nothing", async () => {
    const { office, ...place } = await aClassWithoutBo();
    expect((await answerThat(office.desk, place, "stays")).status).toBe(204);
    expect(await missingIn(office.desk, place.playerGroupId)).toEqual([]);
    expect((await shown(office.desk, await checked(office, withoutBo))).classes).toEqual([]);
    expect((await eventsAbout(portal, place.playerId)).map(({ event }) => event)).toContain("roster_student_kept");
  });

  test("a student who has left is out of the class, the badge ends, and a list that names the student brings the account back", async () => {
    const { office, badge, ...place } = await aClassWithoutBo();
    expect((await answerThat(office.desk, place, "left")).status).toBe(204);
    expect((await classesOf(portal, office))["2A"]).toEqual(["Aksel", "Emil", "Li", "Nora"]);
    expect((await portal.browser().call(logInWithBadge, { query: { code: codeOn(badge) } })).status).toBe(401);
    expect((await eventsAbout(portal, badge?.userId ?? "")).map(({ event }) => event)).toContain("student_moved");
    const runId = await checked(office, listOf(five));
    expect(await changesOf(office.desk, runId)).toMatchObject([{ kind: "MOVED", thing: "STUDENT", name: "Bo" }]);
  });

  test("the history names the player of a student without an account who has left", async () => {
    const { office, ...place } = await aClassWithoutBo();
    const { playerGroupId: fromGroupId, playerId } = place;
    await portal.context.database.deleteFrom("account_players").where("player_id", "=", playerId).execute();
    expect((await answerThat(office.desk, place, "left")).status).toBe(204);
    expect((await classesOf(portal, office))["2A"]).toEqual(["Aksel", "Emil", "Li", "Nora"]);
    const left = (await eventsAbout(portal, playerId)).filter(({ event }) => event === "student_moved");
    expect(left).toMatchObject([{ organization_id: office.organization.id, details: { fromGroupId } }]);
  });

  test("of fifty answers at once the first decides, and later ones change nothing", async () => {
    const { office, ...place } = await aClassWithoutBo();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => answerThat(office.desk, place, index % 2 === 0 ? "left" : "stays")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const { database } = portal.context;
    const events = await database
      .selectFrom("audit_events")
      .select("event")
      .where("organization_id", "=", office.organization.id)
      .where("event", "in", ["student_moved", "roster_student_kept"])
      .execute();
    expect(events).toHaveLength(1);
  });

  test("a student stays in the class if a manager keeps the student at the same moment", async () => {
    const { office, ...place } = await aClassWithoutBo();
    const { database } = portal.context;
    const { pending } = await database.transaction().execute(async (transaction) => {
      await keepStudents(transaction, office.organization.id, [place.playerId]);
      const answer = answerThat(office.desk, place, "left");
      while (!(await isSomebodyWaiting(database)));
      return { pending: answer };
    });
    expect((await pending).status).toBe(204);
    expect((await classesOf(portal, office))["2A"]).toEqual(["Aksel", "Bo", "Emil", "Li", "Nora"]);
  });

  test("students of another class stay as they are", async () => {
    const { office, playerId } = await aClassWithoutBo();
    const playerGroupId = await groupNamed(portal, office, "2B");
    const before = await classesOf(portal, office);
    expect((await answerThat(office.desk, { playerGroupId, playerId }, "left")).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
  });

  const levels: [RightsLevel, string][] = [
    ["READ", "errors.notAllowed"],
    ["PLAY", "errors.notAllowed"],
    ["MODIFY", "204"],
  ];

  test.each(levels)("with %s a colleague reads the marks, and answering them ends with %s", async (rightsType, outcome) => {
    const { office, ...place } = await aClassWithoutBo();
    const colleague = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["teacher"] }] });
    const params = { playerGroupId: place.playerGroupId };
    const desk = await aSession(portal, colleague, { loginType: "PASSWORD", organizationId: office.organization.id });
    expect((await desk.call(listMissingOfClass, { params })).status).toBe(404);
    expect(codeIn(await answerThat(desk, place, "stays"))).toBe("errors.notFound");
    const given = await office.desk.call(setPlayerGroupRight, { params, body: { accountId: colleague.id, rightsType } });
    expect(given.status, given.text).toBe(200);
    expect(await missingIn(desk, place.playerGroupId)).toHaveLength(1);
    const answer = await answerThat(desk, place, "stays");
    expect(answer.status === 204 ? "204" : codeIn(answer)).toBe(outcome);
  });
});

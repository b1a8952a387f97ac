/** While Feide's groups are slow or away, teachers log in without new classes, the school learns since when, and its classes stay. */
import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ServerResponse } from "node:http";
import { buildFederatedPortal } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aFeideSchool, aFeideTeacher, aGroup, aSchoolNumber, logInAndRead, logInByFeide } from "#test/feide-schools.ts";
import type { FeideSchool } from "#test/feide-schools.ts";
import { classesOf, connectFeide, overview } from "#test/rosters.ts";
import { readGroups } from "./read-groups.ts";
import { runNightly } from "./run-nightly.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.identities.behave());
afterAll(() => portal.close());
/** A reading that failed is tried again after thirty seconds. */
const untilNextTry = 31;
const isOfGroups = (path: string) => path.includes("/groups-api/");
const connectionOf = async (school: FeideSchool) => (await overview(school)).connection;

/** A teacher whose class Feide knows, at a school that has had it before. */
async function aSchoolWithClass() {
  const school = await aFeideSchool(portal);
  const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
  await logInAndRead(portal, person);
  expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
  const grown = { ...person, groups: [aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"])] };
  return { school, person: grown };
}

describe("Feide's groups", () => {
  test("that are slow hold no login up: the teacher is in before they answer, and the classes come then", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
    const { promise: released, resolve: release } = Promise.withResolvers<boolean>();
    portal.identities.bends.before = (path) => (isOfGroups(path) ? released : false);
    const desk = await logInByFeide(portal, person);
    const reading = readGroups(portal.context);
    expect((await desk.call(listPlayerGroupRights)).body).toEqual([]);
    release(false);
    await reading;
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid"] });
    expect(await connectionOf(school)).toMatchObject({ readAt: expect.any(String) });
  });

  test.each([
    ["answer 503", (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.writeHead(503).end())],
    ["close the connection", (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.destroy())],
    [
      "answer something else",
      (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.writeHead(200).end("<html>")),
    ],
  ])(
    "that %s: logins go on, the school learns since when, the night keeps the classes, and the next reading ends it",
    async (_, before) => {
      const { school, person } = await aSchoolWithClass();
      portal.identities.bends.before = before;
      await logInAndRead(portal, person);
      const failing = await connectionOf(school);
      expect(failing?.failingSince).toBeDefined();
      await portal.clock.travel(untilNextTry);
      await readGroups(portal.context);
      const first = Date.parse(failing?.failingSince ?? "");
      // Time travel makes stored times older; the second failure does not move the first.
      expect(Date.parse((await connectionOf(school))?.failingSince ?? "")).toBe(first - untilNextTry * 1000);
      await runNightly(portal.context);
      expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });

      portal.identities.behave();
      await logInAndRead(portal, person);
      expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas", "Maja"] });
      expect((await connectionOf(school))?.failingSince).toBeUndefined();
    },
  );

  test("that nobody hears: a refused connection keeps no teacher out", async () => {
    // Port 9 belongs to the service `discard`, so no other program listens there.
    const away = await buildFederatedPortal({ FEIDE_GROUPS_URL: "http://127.0.0.1:9/groups" });
    try {
      const school = await aFeideSchool(away);
      const { person } = await aFeideTeacher(away, [school], [aGroup(school, "4C", ["Ingrid"])]);
      await logInAndRead(away, person);
      expect((await overview(school)).connection?.failingSince).toBeDefined();
    } finally {
      await away.close();
    }
  });

  test("that stop in the middle of an answer are given up after five seconds, and no class is half", async () => {
    const { school, person } = await aSchoolWithClass();
    portal.identities.bends.before = (path, response) => {
      if (!isOfGroups(path) || !path.endsWith("/members")) return false;
      response.writeHead(200, { "content-type": "application/json" }).write('[{"name":"Ing');
      return true;
    };
    await logInAndRead(portal, person);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    expect((await connectionOf(school))?.failingSince).toBeDefined();
  });

  test("that take more than twenty seconds together are given up, before another process claims the reading", async () => {
    const { school, person } = await aSchoolWithClass();
    const groups = ["5D", "6E"].map((name) => aGroup(school, name, ["Ada"]));
    portal.identities.bends.before = async (path) => {
      if (path.endsWith("/members")) await portal.clock.travel(21);
      return false;
    };
    const asked = portal.identities.requests.length;
    await logInAndRead(portal, { ...person, groups });
    expect(portal.identities.requests.slice(asked).filter((path) => path.endsWith("/members"))).toHaveLength(1);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    expect((await connectionOf(school))?.failingSince).toBeDefined();
  });

  test("of another school: a new number forgets what was known of the former", async () => {
    const { school, person } = await aSchoolWithClass();
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(503).end());
    await logInAndRead(portal, person);
    expect(await connectionOf(school)).toMatchObject({ failingSince: expect.any(String), readAt: expect.any(String) });
    const parts = { mode: "APPROVAL", schoolNumber: school.schoolNumber } as const;
    await connectFeide(portal, school.organization, parts);
    expect(await connectionOf(school)).toMatchObject({ failingSince: expect.any(String), readAt: expect.any(String) });
    await connectFeide(portal, school.organization, { ...parts, schoolNumber: aSchoolNumber() });
    const { failingSince, readAt } = (await connectionOf(school)) ?? {};
    expect([failingSince, readAt]).toEqual([undefined, undefined]);
  });
});

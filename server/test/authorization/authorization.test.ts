/**
 * The authorization matrix: every endpoint, called by every actor, on the things of one school. Generated from the contract
 * (DESIGN 8.2); docs/authorization.md prints it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "@storyport/contract/endpoint";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { actorNames, aWorld, enterAs } from "./actors.ts";
import type { ActorName, World } from "./actors.ts";
import { aimed, callOn } from "./calls.ts";
import { expectedOf } from "./expected.ts";
import type { Verdict } from "./expected.ts";
import { leastOf, namesInTable, permissionsOfRoles } from "./least.ts";
import { printMatrix } from "./print-matrix.ts";
import { targetsIn } from "./school.ts";
import type { Targets } from "./school.ts";

let portal: TestPortal;
let world: World;
beforeAll(async () => {
  portal = await buildTestPortal();
  world = await aWorld(portal);
});
afterAll(() => portal.close());

async function callAs(endpoint: Endpoint, actor: ActorName): Promise<{ answer: Answer; targets: Targets }> {
  const targets = await targetsIn(portal, world.school);
  const browser = await enterAs(world, actor);
  return { answer: await browser.call(endpoint, callOn(endpoint.name, { school: world.school, targets })), targets };
}

/** Refused because of the caller, or past the guards. A session endpoint's own 401 (a wrong code) is about the input. */
function verdictOf({ access, name }: Endpoint, { status, body }: Answer): Verdict | "broken" {
  // Not any 5xx: an unreachable provider (503) is neither our fault nor the caller's.
  if (status === 500) return "broken";
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  if (code === "errors.notLoggedIn") return 401;
  if (code === "errors.notAllowed") return 403;
  if (access.by === "session" && code !== undefined && code === access.badgeSession) return 403;
  // A call on the caller's own things may name a missing one, which is no verdict about the caller.
  if (status === 404 && (access.scope !== "self" || Object.hasOwn(aimed, name))) return 404;
  return "in";
}

const guarded = endpoints.filter(({ access }) => access.by === "session");

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) => {
  test.each(actorNames.map((actor) => [actor, expectedOf(endpoint, actor)] as const))("answers %s with %s", async (actor, expected) => {
    const { answer } = await callAs(endpoint, actor);
    expect({ verdict: verdictOf(endpoint, answer), text: answer.text.slice(0, 300) }).toMatchObject({ verdict: expected });
  });

  test.each(["teacher of another school", "organization admin of another school"] as const)("reveals nothing to a %s", async (actor) => {
    const { answer, targets } = await callAs(endpoint, actor);
    const { organization, game, staff } = world.school;
    const secrets = [organization.id, organization.key, game.key, targets.member.id, targets.member.email, targets.member.displayName];
    const ids = [
      targets.userGroupId,
      targets.playerGroupId,
      targets.playerId,
      targets.studentId,
      targets.lessonId,
      staff.teacher.id,
      staff.teacher.email,
    ];
    expect([...secrets, ...ids].filter((secret) => answer.text.includes(secret))).toEqual([]);
  });
});

const foreign = guarded.filter((endpoint) => expectedOf(endpoint, "organization admin of another school") === 404);

test.each(foreign.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s does not distinguish another school's thing from a missing one",
  async (_, endpoint) => {
    const browser = await enterAs(world, "organization admin of another school");
    const targets = await targetsIn(portal, world.school);
    const ofAnother = await browser.call(endpoint, callOn(endpoint.name, { school: world.school, targets }));
    const ofNobody = await browser.call(endpoint, callOn(endpoint.name, aimlessly()));
    expect(withoutRequestId(ofAnother)).toEqual(withoutRequestId(ofNobody));
  },
);

function withoutRequestId({ status, body }: Answer) {
  return { status, body: { ...z.looseObject({}).parse(body), requestId: "" } };
}

test("every endpoint is once in the table of needs, and every name there is an endpoint", () => {
  expect(namesInTable().toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
});

test("the contract and the table agree on each endpoint", () => {
  const declared = (endpoint: Endpoint) => {
    const { access } = endpoint;
    if (access.by !== "session") return "open";
    return access.permission === "none" ? "any" : access.permission;
  };
  expect(endpoints.map((endpoint) => [endpoint.name, declared(endpoint)])).toEqual(endpoints.map(({ name }) => [name, leastOf(name)[0]]));
});

test("the roles have the permissions of the table", async () => {
  const roles = await portal.context.database.selectFrom("roles").select("key").orderBy("key").execute();
  const held = await portal.context.database.selectFrom("role_permissions").selectAll().orderBy("permission_key").execute();
  const found = roles.map(({ key }) => [key, held.filter(({ role_key }) => role_key === key).map(({ permission_key }) => permission_key)]);
  expect(Object.fromEntries(found)).toEqual(permissionsOfRoles);
});

test("every call that names a thing by id uses one of the school", () => {
  const naming = guarded.filter(({ params, access }) => params !== undefined && access.by === "session" && access.scope !== "self");
  const unaimed = naming.filter(({ name }) => JSON.stringify(callOn(name, aimlessly())) === JSON.stringify(callOn(name, aimlessly())));
  expect(unaimed.map(({ name }) => name)).toEqual([]);
});

/** Uses other ids each time. A call that does not change names no thing. */
function aimlessly() {
  const id = () => crypto.randomUUID();
  const account = () => ({ id: id(), email: `${id()}@school.example` });
  return {
    school: {
      organization: { id: id(), key: id() },
      game: { id: Math.floor(Math.random() * 1e9), key: id() },
      givenMore: account(),
      staff: { teacher: account(), group_manager: account(), organization_admin: account(), member: account() },
    },
    targets: {
      member: { ...account(), displayName: id() },
      userGroupId: id(),
      playerGroupId: id(),
      playerId: id(),
      studentId: id(),
      importId: id(),
      rosterRunId: id(),
      lessonId: id(),
      endedLessonId: id(),
      transferId: id(),
      offerToken: "x".repeat(43),
      deviceId: id(),
      waitingDeviceId: id(),
      userCode: "ZZZZ-ZZZZ",
      erasureNumber: Array.from({ length: 8 }, () => "ABCDEFGH"[Math.floor(Math.random() * 8)]).join(""),
      runId: id(),
    },
  };
}

test("docs/authorization.md shows the present matrix", () => {
  const path = new URL("../../../docs/authorization.md", import.meta.url);
  const printed = printMatrix(endpoints);
  if (process.env["WRITE_DOCS"] === "1") writeFileSync(path, printed);
  expect(readFileSync(path, "utf8")).toBe(printed);
});

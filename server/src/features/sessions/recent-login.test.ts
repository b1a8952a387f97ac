/**
 * Dangerous actions need a login, or its confirmation, of the last quarter of an hour (docs/flows/confirmations.md). Each guarded
 * call is made here. A call that the contract declares and the table misses fails, and the other way round.
 */
import { readFileSync } from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmLogin } from "@storyport/contract/confirmations";
import { consentToGameLogin } from "@storyport/contract/game-login";
import { addPasskey } from "@storyport/contract/passkeys";
import { requireRecentLogin } from "./require-recent-login.ts";
import { aWorld, enterAs } from "#test/authorization/actors.ts";
import type { World } from "#test/authorization/actors.ts";
import { callOn } from "#test/authorization/calls.ts";
import { targetsIn } from "#test/authorization/school.ts";
import type { School, Targets } from "#test/authorization/school.ts";
import type { CallParts } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aSecondFactor, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { setUpPasskey } from "#test/passkey-device.ts";

let portal: TestPortal;
let world: World;
beforeAll(async () => {
  portal = await buildTestPortal();
  world = await aWorld(portal);
});
afterAll(() => portal.close());

const quarter = 15 * 60 + 1;
const refused = { status: 403, body: { code: "errors.loginTooOld" } };

const aPasskey = async (member: TestAccount) => setUpPasskey(await logIn(portal.browser(), member));

interface Guarded {
  /** Instead of the call of the authorization matrix. */
  parts?: (school: School, targets: Targets) => CallParts;
  before?: (targets: Targets) => Promise<unknown>;
  /** The status or the refusal after the confirmation. */
  afterwards: number | string;
}

const onUser =
  (body: object) =>
  (_: School, { member }: Targets) => ({ params: { userId: member.id }, body });
const onClass =
  (body: object) =>
  (_: School, { playerGroupId }: Targets) => ({ params: { playerGroupId }, body });
const onUserGroup =
  (body: object) =>
  (_: School, { userGroupId }: Targets) => ({ params: { userGroupId }, body });
const isFirstVersion = () =>
  portal.context.database.updateTable("games").set({ version: 1, retired_at: null }).where("id", "=", world.school.game.id).execute();
/** A list of the whole school that names nobody, so that a child leaves. */
const isListed = async ({ playerId, playerGroupId }: Targets) => {
  const { database } = portal.context;
  await database.updateTable("players").set({ external_id: playerId }).where("id", "=", playerId).execute();
  await database
    .insertInto("roster_classes")
    .values({ player_group_id: playerGroupId, organization_id: world.school.organization.id, external_id: playerGroupId, name: "2A" })
    .execute();
};
const newCallback = ({ game }: School) => ({
  params: { gameId: game.id },
  body: { version: 1, callbacks: [{ url: `https://game.example/${randomUUID()}`, kind: "WEB" }] },
});
/** An id of nothing. As a second student it makes a call name several. */
const anyone = randomUUID();

const guarded: Record<string, Guarded> = {
  issueBadges: { afterwards: 201 },
  reprintBadges: { afterwards: 200 },
  voidBadges: { afterwards: 204 },
  moveStudents: {
    parts: (_, { playerGroupId, studentId }) => ({
      params: { playerGroupId },
      body: { studentUserIds: [studentId, anyone], target: { name: "3A" }, issuesBadges: true },
    }),
    afterwards: "errors.classMoveChanged",
  },
  importClass: {
    parts: (_, { importId, playerGroupId }) => ({
      body: { id: importId, playerGroupId, rows: [{ name: "Nora", decision: "add", verdict: "new", judgedGroupId: playerGroupId }] },
    }),
    // Only the caller who imported gets the same answer again.
    before: ({ importId }) =>
      portal.context.database.updateTable("class_imports").set({ created_by: world.admin.id }).where("id", "=", importId).execute(),
    afterwards: 201,
  },
  reprintClassImport: { afterwards: 200 },
  // The badges of its students were not issued by the import.
  undoClassImport: { afterwards: "errors.importBadgeChanged" },
  setPlayerGroupRight: { afterwards: 200 },
  createUser: { afterwards: 201 },
  editUser: { parts: onUser({ version: 1, email: `new-${randomUUID()}@school.example` }), afterwards: 200 },
  createUserGroup: {
    parts: ({ organization }) => ({ body: { groupName: "Givers", roles: ["teacher"], organizationId: organization.id } }),
    afterwards: 201,
  },
  editUserGroup: { parts: onUserGroup({ version: 1, roles: ["teacher"] }), afterwards: 200 },
  addGroupMembers: { afterwards: 200 },
  setGroupMember: { afterwards: 204 },
  removeGroupMember: { afterwards: 204 },
  removeOrganizationMember: { afterwards: 204 },
  deleteUserByAdmin: { afterwards: 204 },
  deactivateUser: { afterwards: 200 },
  beginSupportView: { afterwards: 201 },
  eraseStudent: { afterwards: 201 },
  editGame: { parts: newCallback, before: isFirstVersion, afterwards: 200 },
  editOwnGame: { parts: newCallback, before: isFirstVersion, afterwards: 200 },
  setGameRight: { afterwards: 200 },
  // After the confirmation the administrator learns that only the school gives.
  shareNames: {
    parts: ({ organization, game }) => ({
      params: { organizationId: organization.id },
      body: { gameId: game.id, words: ["profile"], seen: [] },
    }),
    before: () =>
      portal.context.database.updateTable("games").set({ subject_type: "public" }).where("id", "=", world.school.game.id).execute(),
    afterwards: "errors.notAllowed",
  },
  requirePasskeys: { afterwards: 200 },
  connectRoster: { afterwards: 204 },
  undoRoster: { afterwards: "errors.rosterDecided" },
  answerMissing: {
    parts: (_, { playerGroupId, playerId }) => ({ params: { playerGroupId }, body: { playerIds: [playerId, anyone], answer: "left" } }),
    afterwards: 204,
  },
  applyRoster: { before: isListed, afterwards: "errors.rosterChanged" },
  retireGame: { before: isFirstVersion, afterwards: 200 },
  resetUserSecondFactor: { before: ({ member }) => aSecondFactor(portal, member), afterwards: 200 },
  resetUserPasskeys: { before: ({ member }) => aPasskey(member), afterwards: 200 },
  confirmEmailProposal: { parts: onUser({ email: "seen@school.example" }), afterwards: "errors.emailProposalEnded" },
  answerOwnEmailProposal: {
    parts: () => ({ body: { answer: "confirm", email: "seen@school.example" } }),
    afterwards: "errors.emailProposalEnded",
  },
  enrolSecondFactor: { parts: () => ({ body: {} }), afterwards: 200 },
  connectIdentity: { parts: () => ({ body: { provider: "GOOGLE" } }), afterwards: "errors.providerAway" },
  disconnectIdentity: { afterwards: "errors.notFound" },
  startPasskeyRegistration: { parts: () => ({ body: {} }), afterwards: 200 },
  addPasskey: { parts: () => ({ body: addPasskey.example.body }), afterwards: "errors.passkeyStale" },
  removePasskey: { parts: () => ({ params: { passkeyId: anyone } }), afterwards: "errors.notFound" },
};

/** A game itself says how old a login may be: `openid-prompt` of the game logins. */
const declared = endpoints.filter(({ name, refusals }) => name !== consentToGameLogin.name && refusals.includes("errors.loginTooOld"));

test("a session that ended after the call began is refused as logged out: errors.notLoggedIn", async () => {
  const ended = { digest: randomBytes(32) };
  await expect(requireRecentLogin(portal.context.database, ended)).rejects.toMatchObject({ code: "errors.notLoggedIn" });
});

test("the table has every call that the contract declares", () => {
  expect(Object.keys(guarded).toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
});

test("docs/flows/confirmations.md lists every guarded call, and no other", () => {
  const page = readFileSync(new URL("../../../../docs/flows/confirmations.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|/gm)].map(([, call = ""]) => call);
  expect(rows.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted());
});

describe.each(Object.entries(guarded))("%s", (name, { parts, before, afterwards }) => {
  test("is refused when the login is older than a quarter of an hour, and works after a confirmation", async () => {
    const endpoint = declared.find((declaredOne) => declaredOne.name === name);
    if (endpoint === undefined) throw new Error(`${name} is not declared.`);
    const browser = await enterAs(world, "admin");
    const targets = await targetsIn(portal, world.school);
    await portal.clock.travel(quarter);
    await before?.(targets);
    const call = parts?.(world.school, targets) ?? callOn(name, { school: world.school, targets });
    expect(await browser.call(endpoint, call)).toMatchObject(refused);
    expect((await browser.call(confirmLogin, { body: { password: aPassword } })).status).toBe(204);
    const answer = await browser.call(endpoint, call);
    expect(answer).toMatchObject(typeof afterwards === "number" ? { status: afterwards } : { body: { code: afterwards } });
  });

  test("is not refused as too old fourteen minutes after a login", async () => {
    const endpoint = declared.find((declaredOne) => declaredOne.name === name);
    if (endpoint === undefined) throw new Error(`${name} is not declared.`);
    const browser = await enterAs(world, "admin");
    const targets = await targetsIn(portal, world.school);
    await portal.clock.travel(14 * 60);
    const answer = await browser.call(endpoint, parts?.(world.school, targets) ?? callOn(name, { school: world.school, targets }));
    expect(answer.body).not.toMatchObject({ code: "errors.loginTooOld" });
  });
});

describe("an old login still does", () => {
  const free: Record<string, (school: School, targets: Targets) => CallParts> = {
    "issueBadges of a single student": (_, { playerGroupId, studentId }) => ({
      params: { playerGroupId },
      body: { studentUserId: studentId },
    }),
    "voidBadges of a single student": (_, { playerGroupId, studentId }) => ({
      params: { playerGroupId },
      body: { studentUserIds: [studentId] },
    }),
    "moveStudents of a single student": (_, { playerGroupId, studentId }) => ({
      params: { playerGroupId },
      body: { studentUserIds: [studentId], target: { name: "3B" }, issuesBadges: true },
    }),
    "editUser of name and language": onUser({ version: 1, displayName: "Kari Nordmann", locale: "nb" }),
    "createUserGroup that gives nothing": ({ organization }) => ({ body: { groupName: "Readers", organizationId: organization.id } }),
    "editUserGroup of its name": onUserGroup({ version: 1, groupName: "Readers" }),
    "editPlayerGroup of its name": onClass({ version: 1, name: "3D" }),
    "answerMissing of a single student": (_, { playerGroupId, playerId }) => ({
      params: { playerGroupId },
      body: { playerIds: [playerId], answer: "left" },
    }),
    "answerMissing of students who stay": (_, { playerGroupId, playerId }) => ({
      params: { playerGroupId },
      body: { playerIds: [playerId, anyone], answer: "stays" },
    }),
    "importClass of new names": (_, { playerGroupId }) => ({
      body: { id: randomUUID(), playerGroupId, rows: [{ name: "Nora", decision: "add", verdict: "new", judgedGroupId: playerGroupId }] },
    }),
  };

  test.each(Object.entries(free))("%s", async (what, parts) => {
    const endpoint = endpoints.find(({ name }) => name === what.split(" ")[0]);
    if (endpoint === undefined) throw new Error(`There is no ${what}.`);
    const browser = await enterAs(world, "admin");
    await portal.clock.travel(quarter);
    const targets = await targetsIn(portal, world.school);
    const { status, text } = await browser.call(endpoint, parts(world.school, targets));
    expect({ isDone: status < 300, text }).toMatchObject({ isDone: true });
  });

  test("reprintClassImport of an import that was just made: its sheet belongs to it", async () => {
    const browser = await enterAs(world, "admin");
    await portal.clock.travel(quarter);
    const { importId } = await targetsIn(portal, world.school);
    const reprint = endpoints.find(({ name }) => name === "reprintClassImport");
    if (reprint === undefined) throw new Error("There is no reprintClassImport.");
    expect((await browser.call(reprint, { params: { importId }, body: {} })).status).toBe(200);
  });

  test("undoClassImport of an import that was just made", async () => {
    const browser = await enterAs(world, "admin");
    await portal.clock.travel(quarter);
    const { importId } = await targetsIn(portal, world.school);
    const undo = endpoints.find(({ name }) => name === "undoClassImport");
    if (undo === undefined) throw new Error("There is no undoClassImport.");
    expect((await browser.call(undo, { params: { importId }, body: {} })).body).not.toMatchObject({ code: "errors.loginTooOld" });
  });
});

test("several students named in one call are guarded like the whole class", async () => {
  const browser = await enterAs(world, "admin");
  await portal.clock.travel(quarter);
  const { playerGroupId, studentId } = await targetsIn(portal, world.school);
  const call = { params: { playerGroupId }, body: { studentUserIds: [studentId, anyone] } };
  for (const endpoint of declared.filter(({ name }) => ["issueBadges", "reprintBadges", "voidBadges"].includes(name))) {
    expect(await browser.call(endpoint, call)).toMatchObject(refused);
  }
});

/** Organizations as administrators and their managers see and change them (specification, sections 2, 3, 5 and 7). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrganization, editOrganization, getOrganization, listOrganizations } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, anAccount, anAdministrator, anOrganization, aPlayerGroup, aSession, webCallback } from "#test/builders.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

async function aManagerOf(...organizations: { id: string }[]): Promise<Browser> {
  const memberships = organizations.map((organization) => ({ organization, roles: ["organization_admin"] }));
  return aSession(portal, await anAccount(portal, { memberships }), { loginType: "PASSWORD" });
}

const aKey = () => `School${randomUUID().slice(0, 8)}`;
const create = (body: Record<string, unknown>) =>
  admin.call(createOrganization, { body: { key: aKey(), description: "A school", ...body } });
const eventsAbout = (id: string) =>
  portal.context.database
    .selectFrom("audit_events")
    .select(["event", "organization_id", "details"])
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();

describe("creating an organization", () => {
  test("creates it with its games, each once, and is recorded", async () => {
    const [one, other] = [await aGame(portal), await aGame(portal)];
    const key = aKey();
    const created = await create({ key, description: "  Skolen på fjellet ", gameIds: [other.id, one.id, one.id] });
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const { id } = created.body as { id: string };
    const { body } = await admin.call(getOrganization, { params: { organizationId: id } });
    expect(body).toMatchObject({
      key,
      version: 1,
      description: "Skolen på fjellet",
      roles: [],
      games: [{ gameId: one.id }, { gameId: other.id }],
    });
    expect(await eventsAbout(id)).toEqual([
      { event: "organization_created", organization_id: id, details: { gameIds: [one.id, other.id] } },
    ]);
  });

  test.each([
    "",
    "ab",
    "k".repeat(65),
    "two words",
    "tab\there",
    "😀a",
    "a\u00a0bc",
    "a\u0085bc",
    "a\u202ebc",
    "a\u200bbc",
    "a\u034fbc",
    "a\u3164bc",
    "a\ufe0fbc",
    "\u0000abc",
    "\ud800abc",
  ])("the key %j: 400", async (key) => {
    expect((await create({ key })).status).toBe(400);
  });

  test("an empty key is one fault of one field", async () => {
    const { body } = await create({ key: "" });
    expect(body).toMatchObject({ errors: [{ field: "key", code: "errors.organizationKeyInvalid" }] });
  });

  test("an empty key: errors.organizationKeyInvalid, in the specification's words", async () => {
    const body = { code: "errors.organizationKeyInvalid", message: "Valid organization key not provided." };
    for (const key of ["", null, undefined]) expect(await create({ key })).toMatchObject({ status: 400, body });
  });

  test.each(["😀😀😀", "Skole-ÅØÆ", "k".repeat(64), "😀".repeat(64), "<b>x</b>", "'--", "क़".repeat(3)])(
    "the key %j is stored in normalization form C, otherwise unchanged",
    async (key) => {
      const created = await create({ key });
      expect(created.status).toBe(201);
      const { id } = created.body as { id: string };
      expect((await admin.call(getOrganization, { params: { organizationId: id } })).body).toMatchObject({ key: key.normalize("NFC") });
    },
  );

  test.each(["", "   ", "d".repeat(65), "😀".repeat(65), "a\u202eloohcs", "a\u0007b", "hid\u200bden"])(
    "the description %j: errors.organizationDescriptionInvalid",
    async (description) => {
      expect(await create({ description })).toMatchObject({ status: 400, body: { code: "errors.organizationDescriptionInvalid" } });
    },
  );

  test("64 emoji are 64 characters", async () => {
    expect((await create({ description: "😀".repeat(64) })).status).toBe(201);
  });

  test("a missing game: errors.gameUnknown, and no organization", async () => {
    const key = aKey();
    expect(await create({ key, gameIds: [2_000_000_000] })).toMatchObject({ status: 400, body: { code: "errors.gameUnknown" } });
    expect((await create({ key })).status).toBe(201);
  });

  test("one of fifty concurrent creations with one key succeeds, the others get errors.organizationKeyTaken", async () => {
    const key = aKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ key })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(49);
    for (const { status, body } of others) {
      expect({ status, body }).toMatchObject({ status: 409, body: { code: "errors.organizationKeyTaken" } });
    }
  });

  test.each([
    ["another case", "SKOLEN-", "skolen-"],
    ["Cyrillic letters", "schoolax-", "sсhооlах-"],
    ["Greek letters", "KAPPA-", "ΚΑΡΡΑ-"],
    ["a capital I for an l", "Fjordskolen-", "FjordskoIen-"],
    ["digits for letters", "hilllow-", "hi11l0w-"],
    ["full width", "wide-", "ｗｉｄｅ-"],
    ["another hyphen", "a-key-", "a‑key-"],
  ])("a key that looks like another, by %s: errors.organizationKeyTaken", async (_by, first, second) => {
    const end = randomUUID().slice(0, 8);
    expect((await create({ key: first + end })).status).toBe(201);
    expect(await create({ key: second + end })).toMatchObject({ status: 409, body: { code: "errors.organizationKeyTaken" } });
  });

  test("one of fifty concurrent creations with look-alike keys succeeds", async () => {
    const end = randomUUID().slice(0, 8);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => create({ key: `${index % 2 ? "Skole" : "SKOLE"}-${end}` })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 49 }, () => 409),
    ]);
  });

  test.each(["id", "version", "createdAt", "roles", "organization_key", "isAdmin"])("an unknown member (%s): 400", async (member) => {
    expect((await create({ [member]: randomUUID() })).status).toBe(400);
  });

  test("a manager of an organization cannot create one: errors.notAllowed", async () => {
    const manager = await aManagerOf(await anOrganization(portal));
    const answer = await manager.call(createOrganization, { body: { key: aKey(), description: "A school" } });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("the list of organizations", () => {
  test("holds those that the caller manages, under the specification's names", async () => {
    const [own, foreign, joined] = [await anOrganization(portal), await anOrganization(portal), await anOrganization(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: own, roles: ["organization_admin"] },
        { organization: joined, roles: ["teacher"] },
      ],
    });
    const manager = await aSession(portal, account, { loginType: "PASSWORD" });
    expect((await manager.call(listOrganizations)).body).toEqual([{ id: own.id, organization_key: own.key }]);
    const all = (await admin.call(listOrganizations)).body as { id: string; organization_key: string }[];
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, foreign.id, joined.id]));
  });
});

describe("one organization", () => {
  test("shows its manager the games, their callbacks and the counts", async () => {
    const game = await aGame(portal);
    const organization = await anOrganization(portal, { games: [game] });
    const manager = await aManagerOf(organization);
    await aPlayerGroup(portal, { organization, players: 2 });
    await aPlayerGroup(portal, { organization, type: "ARCHIVED" });
    const { status, body } = await manager.call(getOrganization, { params: { organizationId: organization.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: organization.id,
      version: 1,
      key: organization.key,
      description: `School ${organization.key}`,
      createdAt: expect.any(String),
      requiresPasskeys: false,
      memberCount: 1,
      userGroupCount: 0,
      playerGroupCount: 1,
      playerCount: 2,
      roles: ["organization_admin"],
      games: [
        {
          gameId: game.id,
          gameKey: game.key,
          description: `Game ${game.id}`,
          isRetired: false,
          loginTypes: ["PASSWORD", "QRCODE"],
          requiredPermissions: [],
          callbackUrls: ["http://127.0.0.1/callback", webCallback, "org.example.game:/login"],
        },
      ],
    });
  });

  test("another organization gets the same answer as a missing one: errors.notFound", async () => {
    const [own, foreign] = [await anOrganization(portal), await anOrganization(portal)];
    const manager = await aManagerOf(own);
    for (const organizationId of [foreign.id, randomUUID()]) {
      const { status, body } = await manager.call(getOrganization, { params: { organizationId } });
      expect(status).toBe(404);
      expect(body).toEqual({ code: "errors.notFound", message: "Not found", requestId: expect.any(String) });
    }
  });

  test("the caller's own without the permission manage_members: errors.notAllowed", async () => {
    const [run, joined] = [await anOrganization(portal), await anOrganization(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: run, roles: ["organization_admin"] },
        { organization: joined, roles: ["teacher"] },
      ],
    });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const answer = await browser.call(getOrganization, { params: { organizationId: joined.id } });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("editing an organization", () => {
  const edit = (organizationId: string, body: Record<string, unknown>) =>
    admin.call(editOrganization, { params: { organizationId }, body: { version: 1, ...body } });

  test("changes the description and the games, and records the former values", async () => {
    const [old, fresh] = [await aGame(portal), await aGame(portal)];
    const { id } = await anOrganization(portal, { games: [old] });
    expect(await edit(id, { description: "Another", gameIds: [fresh.id] })).toMatchObject({
      status: 200,
      body: { version: 2, description: "Another", games: [{ gameId: fresh.id }] },
    });
    expect(await eventsAbout(id)).toMatchObject([
      { event: "organization_edited", details: { before: { gameIds: [old.id] }, after: { gameIds: [fresh.id] }, description: "set" } },
    ]);
    expect(await edit(id, { version: 2, description: "Third" })).toMatchObject({ status: 200, body: { games: [{ gameId: fresh.id }] } });
  });

  test("one of fifty concurrent edits of one version succeeds, the others get errors.changedMeanwhile", async () => {
    const { id } = await anOrganization(portal);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => edit(id, { description: `Number ${index}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, body }).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    }
    expect(await eventsAbout(id)).toHaveLength(1);
  });

  test("refuses an empty description (errors.organizationDescriptionInvalid) and a missing game, and changes nothing", async () => {
    const game = await aGame(portal);
    const { id, key } = await anOrganization(portal, { games: [game] });
    expect(await edit(id, { description: " " })).toMatchObject({ status: 400, body: { code: "errors.organizationDescriptionInvalid" } });
    expect(await edit(id, { description: "New", gameIds: [2_000_000_000] })).toMatchObject({
      status: 400,
      body: { code: "errors.gameUnknown" },
    });
    const { body } = await admin.call(getOrganization, { params: { organizationId: id } });
    expect(body).toMatchObject({ version: 1, description: `School ${key}`, games: [{ gameId: game.id }] });
  });

  test("a missing organization: errors.notFound", async () => {
    expect(await edit(randomUUID(), { description: "New" })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test.each(["key", "id", "createdAt", "memberCount", "games"])("an unknown member (%s): 400", async (member) => {
    const { id } = await anOrganization(portal);
    expect((await edit(id, { [member]: "x" })).status).toBe(400);
  });
});

test.each([
  ["АВЕЅІКМНОРСТУХ", "abeslkmhopctyx"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx"],
])("look-alike keys in capitals of another script (%s) are found in any locale of the database", async (key, skeleton) => {
  // In the locale C, lower() changes ASCII letters alone.
  const { rows } = await sql<{ skeleton: string }>`select organization_key_skeleton(${key} collate "C") as skeleton`.execute(
    portal.context.database,
  );
  expect(rows).toEqual([{ skeleton }]);
});

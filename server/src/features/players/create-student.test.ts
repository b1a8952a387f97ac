import { limits } from "@storyport/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStudent } from "@storyport/contract/players";
import { listBadges } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

describe("createStudent", () => {
  test("creates an account without e-mail, a player in the group, and a login by badge", async () => {
    const { desk, group, organization } = await aClass(portal, { students: [] });
    const body = { studentName: " <b>Åse</b>  Marie ", groupId: group.id, locale: "nb" };
    const created = await desk.call(createStudent, { body });
    expect(created).toMatchObject({ status: 201, body: { studentName: "Åse Marie" } });
    const { id } = created.body as { id: string };
    const { database } = portal.context;
    const account = await database.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(account).toMatchObject({ email: null, password_hash: null, status: "ACTIVE", default_locale: "nb", display_name: "Åse Marie" });
    const roles = await database.selectFrom("account_roles").selectAll().where("account_id", "=", id).execute();
    expect(roles).toEqual([{ account_id: id, role_key: "student", organization_id: organization.id }]);
    const { body: list } = await desk.call(listBadges, { params: { playerGroupId: group.id } });
    expect(list).toMatchObject({ students: [{ userId: id, displayName: "Åse Marie" }] });
    const [badge] = await badgesOf({ desk, group }, id);
    expect(await scan(portal.browser(), codeOn(badge))).toMatchObject({ status: 200, body: { accountId: id, displayName: "Åse Marie" } });
  });

  test.each(["Bo", "Ea", "Å"])("%j is a name (DESIGN A25)", async (studentName) => {
    const { desk, group } = await aClass(portal, { students: [] });
    const { status, body } = await desk.call(createStudent, { body: { studentName, groupId: group.id } });
    expect({ status, body }).toMatchObject({ status: 201, body: { studentName } });
  });

  test.each(["", "   ", "n".repeat(65), "Nora 🦊", "<i></i>", "Nora\u202eX"])(
    "the name %j: errors.studentNameInvalid",
    async (studentName) => {
      const { desk, group } = await aClass(portal, { students: [] });
      const { status, body } = await desk.call(createStudent, { body: { studentName, groupId: group.id } });
      expect({ status, body }).toMatchObject({ status: 400, body: { code: "errors.studentNameInvalid" } });
      expect((await desk.call(listBadges, { params: { playerGroupId: group.id } })).body).toMatchObject({ students: [] });
    },
  );

  test("one of fifty concurrent creations gets the last place in a group, the others errors.playerGroupFull", async () => {
    const { desk, group, organization } = await aClass(portal, { students: [] });
    await sql`
      with made as (
        insert into players (organization_id, name) select ${organization.id}::uuid, 'Player ' || n from generate_series(1, ${limits.playersOfGroup.max - 1}::int) n
        returning id
      )
      insert into player_group_players (player_group_id, player_id) select ${group.id}::uuid, id from made`.execute(
      portal.context.database,
    );
    const create = () => desk.call(createStudent, { body: { studentName: "Nora", groupId: group.id } });
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => (body as { code?: string }).code === "errors.playerGroupFull")).toHaveLength(49);
  });

  test.each(["roles", "email", "organizationId", "id", "permissions"])("an unknown member (%s) is refused", async (member) => {
    const { desk, group } = await aClass(portal, { students: [] });
    const answer = await desk.call(createStudent, { body: { studentName: "Nora", groupId: group.id, [member]: "admin" } });
    expect(answer.status).toBe(400);
  });

  test("another school's group: errors.notFound; too low a right: errors.notAllowed; an unknown language: 400", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const reader = await aClass(portal, { level: "READ" });
    const body = { studentName: "Nora", groupId: other.group.id };
    expect(await school.desk.call(createStudent, { body })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    const refused = await reader.desk.call(createStudent, { body: { ...body, groupId: reader.group.id } });
    expect(refused).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    const odd = await school.desk.call(createStudent, { body: { ...body, groupId: school.group.id, locale: "tlh" } });
    expect(odd.status).toBe(400);
  });
});

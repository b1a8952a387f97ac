/** A school cannot reactivate an account that a platform administrator deactivated (docs/decisions/0026). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "@storyport/contract/endpoint";
import { deactivateUser, deleteUserByAdmin, getUser, reactivateUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount } from "#test/builders.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

function on(endpoint: Endpoint, userId: string, browser = desk): Promise<Answer> {
  return browser.call(endpoint, { params: { userId }, ...(endpoint.method === "DELETE" ? {} : { body: {} }) });
}

describe("a deactivated account", () => {
  async function deactivated(by: "platform" | "school") {
    const school = await aManagedSchool(portal);
    const { id } = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
    expect((await on(deactivateUser, id, by === "platform" ? desk : school.office)).status).toBe(200);
    return { ...school, id };
  }
  const mayReactivate = async (id: string, browser: Browser) =>
    ((await browser.call(getUser, { params: { userId: id } })).body as UserDetails).may.reactivate;

  test("that a platform administrator deactivated cannot be reactivated by the school's manager: errors.deactivatedByPlatform", async () => {
    const { id, office: school } = await deactivated("platform");
    expect(await mayReactivate(id, school)).toBe(false);
    const refused = await on(reactivateUser, id, school);
    expect(refused).toMatchObject({ status: 403, body: { code: "errors.deactivatedByPlatform" } });
    expect(await mayReactivate(id, desk)).toBe(true);
    expect((await eventsAbout(portal, id)).map(({ event }) => event)).not.toContain("account_reactivated");
  });

  test("that a platform administrator deactivated can be reactivated by an administrator; a later deactivation by the school is the school's", async () => {
    const { id, office: school } = await deactivated("platform");
    expect((await on(reactivateUser, id)).status).toBe(200);
    expect((await on(deactivateUser, id, school)).status).toBe(200);
    expect(await mayReactivate(id, school)).toBe(true);
    expect((await on(reactivateUser, id, school)).status).toBe(200);
  });

  test("that the school deactivated can be reactivated by both", async () => {
    for (const who of ["platform", "school"] as const) {
      const { id, office: school } = await deactivated("school");
      expect((await on(reactivateUser, id, who === "platform" ? desk : school)).status).toBe(200);
      expect(await mayReactivate(id, desk)).toBe(false);
    }
  });

  test("that both deactivate concurrently belongs to the first", async () => {
    const school = await aManagedSchool(portal);
    const memberships = [{ organization: school.organization, roles: ["teacher"] }];
    for (let round = 0; round < 5; round++) {
      const { id } = await anAccount(portal, { memberships });
      const [byPlatform, bySchool] = await Promise.all([on(deactivateUser, id), on(deactivateUser, id, school.office)]);
      expect(byPlatform.status + bySchool.status).toBe(200 + 409);
      expect((await on(reactivateUser, id, school.office)).status).toBe(bySchool.status === 200 ? 200 : 403);
    }
  });

  test("loses the mark when the account is deleted", async () => {
    const { id } = await deactivated("platform");
    expect((await on(deleteUserByAdmin, id)).status).toBe(204);
    const account = await portal.context.database
      .selectFrom("accounts")
      .select("deactivated_by_platform")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(account.deactivated_by_platform).toBe(false);
  });
});

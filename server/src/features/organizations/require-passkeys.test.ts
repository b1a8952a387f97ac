/** The demand of passkeys waits for a list of the school that is being applied. Meanwhile its manager may leave the school. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { requirePasskeys } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { meanwhileInOrganization } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";
import { aManagedSchool } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

// The embedded store has one connection, so nothing can run concurrently there.
test.skipIf(isEmbedded)("a manager who leaves the organization meanwhile demands nothing: errors.notFound", async () => {
  const { organization, office, manager } = await aManagedSchool(portal);
  const organizationId = organization.id;
  const answer = await meanwhileInOrganization(portal, {
    organization,
    happens: (transaction) => transaction.deleteFrom("organization_members").where("account_id", "=", manager.id).execute(),
    call: () => office.call(requirePasskeys, { params: { organizationId }, body: { isRequired: true } }),
  });
  expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  const { database } = portal.context;
  const row = database.selectFrom("organizations").select("requires_passkeys").where("id", "=", organizationId);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ requires_passkeys: false });
});

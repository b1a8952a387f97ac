/** A deleted account stays deleted: no call of the admin area acts on it, and each refuses it as its contract says. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { activateUser, deactivateUser, deleteUserByAdmin, endUserSessions, reactivateUser, sendUserLink } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount } from "#test/builders.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

test.each([deactivateUser, reactivateUser, activateUser, sendUserLink, endUserSessions])(
  "$name of a deleted account: errors.statusNotAllowed",
  async (endpoint) => {
    const { id: userId } = await anAccount(portal);
    expect((await desk.call(deleteUserByAdmin, { params: { userId } })).status).toBe(204);
    const answer = await desk.call(endpoint, { params: { userId }, body: {} });
    expect(answer).toMatchObject({ status: 409, body: { code: "errors.statusNotAllowed" } });
    expect(endpoint.refusals).toContain("errors.statusNotAllowed");
  },
);

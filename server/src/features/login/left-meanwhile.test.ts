/**
 * A user who is removed from an organization during the login begins no session in it. Ending the membership has already looked
 * for sessions.
 */
import type { Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import type { Tables } from "#/platform/database/tables.ts";
import { aPassword, aTeacher } from "#test/builders.ts";
import { aConnectedTeacher, buildFederatedPortal, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

function leaves({ id }: { id: string }) {
  return async (transaction: Transaction<Tables>) => {
    await transaction.deleteFrom("organization_members").where("account_id", "=", id).execute();
    await transaction.deleteFrom("account_roles").where("account_id", "=", id).where("organization_id", "is not", null).execute();
    await transaction.deleteFrom("sessions").where("account_id", "=", id).execute();
  };
}

async function sessionsOf({ id }: { id: string }): Promise<unknown[]> {
  return portal.context.database.selectFrom("sessions").select("organization_id").where("account_id", "=", id).execute();
}

const logInAs = ({ email }: { email: string }) =>
  portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("a removed member cannot log in", () => {
  test("by a password: errors.noLoginPermissions", async () => {
    const { account } = await aTeacher(portal);
    const answer = await meanwhile(portal, { account, happens: leaves(account), call: () => logInAs(account) });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.noLoginPermissions" } });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await sessionsOf(account)).toEqual([]);
  });

  test("by a provider: errors.noLoginPermissions", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
    const call = () => logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person });
    const answer = await meanwhile(portal, { account, happens: leaves(account), call });
    expect(locationOf(answer)).toContain("errors.noLoginPermissions");
    expect(await sessionsOf(account)).toEqual([]);
  });
});

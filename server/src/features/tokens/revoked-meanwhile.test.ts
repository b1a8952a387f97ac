/** An action that ends an account's tokens ends the codes too, also for a redemption that has begun. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { handOver } from "#test/oauth-client.ts";
import { revokeTokensOf } from "./account-families.ts";
import { consumeGameCode } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a code is not redeemed by a request that began before the account's tokens were revoked", async () => {
  const { account, game } = await aTeacher(portal);
  const { code, clientId, redirectUri, challenge, verifier } = await handOver(await logIn(portal.browser(), account), game);
  const { database } = portal.context;
  const consumed = await database.transaction().execute(async (transaction) => {
    // The transaction's now() is earlier than that of the revocation.
    await sql`select now()`.execute(transaction);
    await revokeTokensOf(database, { accountId: account.id, because: "PASSWORD" });
    return consumeGameCode(transaction, { digest: digestOf(code), clientId, callbackUrl: redirectUri, challenge, verifier });
  });
  expect(consumed).toBeUndefined();
});

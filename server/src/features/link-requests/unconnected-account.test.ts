/** Requesting a reset link for an account that was made for a provider, but is not connected yet (DESIGN A18). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { requestPasswordReset, setPassword } from "@storyport/contract/passwords";
import { anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { tokenInLetterTo } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test.each([
  ["CREATED", "GOOGLE", "not active yet"],
  ["ACTIVE", "GOOGLE", "You asked for a new password"],
  ["CREATED", "FEIDE", "not active yet"],
] as const)(
  "an account (%s) made for %s that is not connected yet: a link to a first password, which is then the right one",
  async (status, type, reason) => {
    const { email } = await anAccount(portal, { status, password: null, loginTypes: [type] });
    await portal.browser().call(requestPasswordReset, { body: { email } });
    await portal.sendLetters();
    const [letter] = portal.mailbox.lettersTo(email);
    expect(letter?.text).toContain(reason);
    expect(letter?.text.includes("not active") === true).toBe(status === "CREATED");
    const token = tokenInLetterTo(portal, email);
    const password = "Harbour-Lantern-9";
    expect((await portal.browser().call(setPassword, { body: { email, password, token } })).status).toBe(200);
    const login = await portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
    // This refusal follows only the right password.
    expect(login.body).toMatchObject({ code: "errors.noLoginPermissions" });
  },
);

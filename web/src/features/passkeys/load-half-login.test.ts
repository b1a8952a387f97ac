import { getHalfLogin } from "@storyport/contract/passkeys";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { loadHalfLogin } from "./load-half-login.ts";

const load = (answer: unknown) => loadHalfLogin({ ...aPortal({ [getHalfLogin.path]: answer }), visitor: { is: "nobody", expired: false } });

test("the page of a half login knows whether the account has a passkey", async () => {
  expect(await load({ hasPasskey: true })).toEqual({ hasPasskey: true });
  expect(await load({ hasPasskey: false })).toEqual({ hasPasskey: false });
});

test("a half login that has ended opens the page without a passkey", async () => {
  expect(await load(401)).toEqual({ hasPasskey: false });
});

test.each([429, 500, 503])("a failure with status %i says nothing about passkeys, so the page offers a retry", async (status) => {
  await expect(load(status)).rejects.toMatchObject({ failure: { status } });
});

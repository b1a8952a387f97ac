/** What is kept of a request holds no secret. */
import { expect, test } from "vitest";
import { shown, shownAddress } from "./observed.ts";

test.each(["id_token", "id_token_hint", "logout_token", "device_code", "refreshToken", "refresh_token", "code"])(
  "%s is shortened",
  (name) => {
    const secret = "a-secret-of-some-length";
    expect(shown({ [name]: secret })).toEqual({ [name]: "a-se… (23)" });
    expect(shownAddress(`https://game.example/callback?${name}=${secret}`)).not.toContain(secret);
  },
);

test("an address that is no UTF-8 stays encoded, and its secrets are shortened", () => {
  expect(shownAddress("https://game.example/%ff?code=abcdefghijkl")).toBe("https://game.example/%ff?code=abcd%E2%80%A6+%2812%29");
});

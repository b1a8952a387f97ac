import { expect, test } from "vitest";
import { shown, shownAddress } from "./observed.ts";

test("an address with a percent sign that is no UTF-8 is kept as it came", () => {
  expect(shownAddress("https://game.example/%ff?code=abcdefghijkl")).toBe("https://game.example/%ff?code=abcd%E2%80%A6+%2812%29");
});

test("no secret of a login is kept whole, in either spelling", () => {
  const secret = "abcdefghijkl";
  const members = { id_token: secret, device_code: secret, refreshToken: secret };
  expect(Object.values(shown(members))).toEqual(Array.from({ length: 3 }, () => "abcd… (12)"));
});

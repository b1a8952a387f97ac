import { expect, test } from "vitest";
import { withoutToken } from "./link-token.ts";

test.each([
  ["/account/set-password", "?code=secret&activateAccount=true", "/account/set-password?activateAccount=true"],
  ["/account/set-password", "?code=secret", "/account/set-password"],
  ["/new-user-password", "?gameId=1&code=secret", "/new-user-password?gameId=1"],
  ["/delete-user", "?code=secret&gameId=4&code=again", "/delete-user?gameId=4"],
  ["/account/delete/secret", "", "/account/delete"],
  ["/account/delete/secret", "?language=nb", "/account/delete?language=nb"],
  ["/Account/DELETE/secret", "", "/account/delete"],
  ["/account/delete", "", "/account/delete"],
])("the address bar shows %s%s as %s", (pathname, search, clean) => {
  expect(withoutToken({ pathname, search })).toBe(clean);
});

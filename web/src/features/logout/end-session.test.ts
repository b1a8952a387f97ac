import { expect, test } from "vitest";
import { whereToAfterLogout } from "./end-session.ts";

test.each([
  ["https://auth.feide.test/logout", "https://auth.feide.test/logout"],
  ["http://127.0.0.1:3001/logout", "http://127.0.0.1:3001/logout"],
  ["javascript:alert(1)", "/login"],
  ["httpx:alert(1)", "/login"],
  ["//evil.test", "/login"],
  ["", "/login"],
  [undefined, "/login"],
])("a logoutRedirect of %j leads to %s", (logoutRedirect, page) => expect(whereToAfterLogout(logoutRedirect)).toBe(page));

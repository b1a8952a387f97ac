import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageAfterLogin } from "./page-after-login.ts";
import { postLoginPage, publicPagesAfterLogin } from "./post-login-page.ts";

const ownPages = [...publicPagesAfterLogin, "/users/me", "/users/$userId", "/admin/"];

describe("our own pages are opened, with their search", () => {
  test.each([
    ["/", "/"],
    ["/users/me", "/users/me"],
    ["/users/42", "/users/42"],
    ["/users/me/", "/users/me/"],
    ["/admin", "/admin"],
    ["/admin/", "/admin/"],
    ["/set-display-name", "/set-display-name"],
    ["/game-redirect?gameId=1&state=a%20b", "/game-redirect?gameId=1&state=a%20b"],
    ["/dashboard-redirect?gameId=1", "/dashboard-redirect?gameId=1"],
    ["/users/me?next=//evil.test", "/users/me?next=//evil.test"],
    ["/users/me#part", "/users/me"],
  ])("%s", (wanted, page) => expect(postLoginPage(wanted, ownPages)).toBe(page));
});

describe("any other address leads to the start page", () => {
  test.each([
    // Texts that begin like our paths, but leave the origin.
    "/\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "/\r/evil.test",
    "/\\/evil.test",
    "/\u0000/evil.test",
    // Texts that stay on our origin until the pathname is used again.
    "/.//evil.test",
    "/..//evil.test",
    "/./\\evil.test",
    "/a/..//evil.test",
    "/users/..//evil.test",
    // Our own pages that never follow a login.
    "/logout",
    "/logout/",
    "/logout?x",
    "/post-login",
    "/login",
    "/login/",
    "/game-login?gameId=1",
    "/api/auth/qr/login?code=x",
    "/api/auth/auth/logout",
    // Other origins, and texts that are no path of ours.
    "//evil.test",
    "///evil.test",
    "////evil.test/users/me",
    "https://evil.test",
    "http://portal.invalid/users/me",
    "http:/users/me",
    "http:users/me",
    "https:evil.test",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:http://x/y",
    "file:///etc/passwd",
    "mailto:a@b.test",
    "\\\\evil.test",
    "evil.test",
    "@evil.test",
    ".evil.test",
    ":80/users/me",
    "?x",
    "#x",
    "",
    " ",
    " /users/me",
    "/users/me ",
    "/users/ me",
    "\u2028/users/me",
    "/users/\u202eme",
    "/users/%2e%2e/logout",
    "/users/%2F%2Fevil.test",
    "/users/me%00",
    "/users/../logout",
    "/users/./me",
    "/users//me",
    "/users/",
    "/USERS/ME/..",
    "/users/me/extra",
    "/%75sers/me",
    "/／evil.test",
    "/。evil.test",
    "/nope",
    "/__proto__",
    "/constructor",
    "/$userId",
  ])("%j", (wanted) => expect(postLoginPage(wanted, ownPages)).toBe("/"));

  test("nothing wanted", () => expect(postLoginPage(undefined, ownPages)).toBe("/"));
});

test("any stored text leads to this origin and a page of the table", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.webPath(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (wanted) => {
        const page = postLoginPage(wanted, ownPages);
        const url = new URL(page, "http://localhost:3000");
        expect(url.origin).toBe("http://localhost:3000");
        expect(new URL(url.pathname, "http://localhost:3000").origin).toBe("http://localhost:3000");
        expect(url.pathname).toMatch(/^\/($|users\/[^/]+\/?$|(admin|set-display-name|game-redirect|dashboard-redirect)\/?$)/);
      },
    ),
    { numRuns: 500 },
  );
});

describe("after a login (specification, section 4)", () => {
  const named = { displayName: "Kari", loginType: "PASSWORD" as const, permissions: ["login", "set_display_name"] };
  const unnamed = { loginType: "PASSWORD" as const, permissions: ["login", "set_display_name"] };
  const mayNot = { loginType: "PASSWORD" as const, permissions: ["login"] };
  const child = { displayName: "Nora", loginType: "QRCODE" as const, permissions: ["login"] };
  const waiting = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://g.test/" };
  test.each([
    ["to the stored page", named, { postLoginPage: "/users/me" }, "/users/me"],
    ["to / if none is stored", named, {}, "/"],
    ["to / if the stored page is not ours", named, { postLoginPage: "//evil.test" }, "/"],
    ["to the display name first if there is none", unnamed, { postLoginPage: "/game-redirect" }, "/set-display-name"],
    ["not to a form that would refuse", mayNot, { postLoginPage: "/set-display-name" }, "/"],
    [
      "past that form to the waiting game",
      mayNot,
      { postLoginPage: "/set-display-name", callbackUrl: "https://g.test/" },
      "/game-redirect",
    ],
    ["a child's: not to the page that a teacher wanted on the same tablet", child, { postLoginPage: "/users/me" }, "/"],
    ["a child's: to the waiting game", child, { ...waiting, postLoginPage: "/users/me" }, "/game-redirect"],
    ["a child's: to its games if the request lacks a part", child, { ...waiting, state: "", postLoginPage: "/game-redirect" }, "/"],
  ])("%s", (_, user, state, page) => expect(pageAfterLogin(user, state, ownPages)).toBe(page));
});

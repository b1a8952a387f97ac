import { describe, expect, test } from "vitest";
import { checkDeepLink, isDeepLink, withoutCode } from "./deep-link.ts";

describe("a deep link to the requested callback is followed", () => {
  test.each([
    ["WEB", "https://game.test/cb?code=c&state=s&iss=i", "https://game.test/cb", "navigate"],
    ["WEB", "https://game.test/cb?kept=1&code=c", "https://game.test/cb?kept=1", "navigate"],
    ["WEB", "http://127.0.0.1:3002/cb?code=c", "http://127.0.0.1:3002/cb", "navigate"],
    ["LOOPBACK", "http://127.0.0.1:51234/cb?code=c", "http://127.0.0.1:51234/cb", "background"],
    ["LOOPBACK", "http://[::1]:51234/cb?code=c", "http://[::1]:51234/cb", "navigate"],
    ["LOOPBACK", "https://game.test/cb?code=c", "https://game.test/cb", "navigate"],
    ["LOOPBACK", "https://127.0.0.1/cb?code=c", "https://127.0.0.1/cb", "navigate"],
    ["APP", "example.storyport.game:/cb?code=c", "example.storyport.game:/cb", "navigate"],
    ["APP", "example.storyport.game://login/cb?code=c", "example.storyport.game://login/cb", "navigate"],
    ["APP", "httpgame://login?code=c", "httpgame://login", "navigate"],
  ] as const)("%s %s", (kind, link, callbackUrl, way) => expect(checkDeepLink(link, callbackUrl, kind)?.way).toBe(way));
});

describe("any other deep link is not followed", () => {
  const requested = "https://game.test/cb";
  test.each([
    "http://game.test/cb?code=c",
    "https://game.test:8443/cb?code=c",
    "https://game.test/other?code=c",
    "https://game.test/cb/?code=c",
    "https://game.test/CB?code=c",
    "https://game.test/cb/..//evil",
    "https://game.test.evil.test/cb?code=c",
    "https://evil.test/cb?code=c",
    "https://evil.test/https://game.test/cb",
    "https://game.test@evil.test/cb",
    "https://user@game.test/cb?code=c",
    "https://user:pass@game.test/cb?code=c",
    "https://game.test/cb?code=c#https://evil.test",
    "https://game.test\\@evil.test/cb",
    "https:\\\\game.test\\cb",
    " https://game.test/cb",
    "https://game.test/cb?code=c\n",
    "https://ga\tme.test/cb",
    // U+0430 is a Cyrillic letter that looks like an a.
    "https://g\u0430me.test/cb",
    "//game.test/cb",
    "/cb",
    "game.test/cb",
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://game.test/cb",
    "file:///cb",
    "view-source:https://game.test/cb",
    "about:blank",
    "",
  ])("%j", (link) => expect(checkDeepLink(link, requested, "WEB")).toBeUndefined());

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:x",
    "file:///x",
    "intent://x",
    "filesystem:x",
    "view-source:x",
    "about:blank",
  ])("%s, not even if it was requested", (link) => {
    expect(checkDeepLink(link, link, "APP")).toBeUndefined();
    expect(isDeepLink(link)).toBe(false);
  });
});

test("the link into the game carries no code after the arrival", () =>
  expect(withoutCode("https://game.test/cb?kept=1&code=c&state=s")).toBe("https://game.test/cb?kept=1&state=s"));

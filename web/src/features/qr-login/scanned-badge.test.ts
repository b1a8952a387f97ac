import { expect, test } from "vitest";
import { codeOfBadge, scannedCode } from "./scanned-badge.ts";

const origin = "https://portal.school.example";
const code = "aB3-_xYz90".repeat(5).slice(0, 43);

test("the link of this portal's badge has a code", () => {
  expect(codeOfBadge(`${origin}/login/qr?code=${code}`, origin)).toBe(code);
});

test.each([
  ["another host", `https://portal.other.example/login/qr?code=${code}`],
  ["a host that begins like ours", `${origin}.evil.example/login/qr?code=${code}`],
  ["our host as a user name", `${origin}@evil.example/login/qr?code=${code}`],
  ["another port", `${origin}:8443/login/qr?code=${code}`],
  ["plain http", `http://portal.school.example/login/qr?code=${code}`],
  ["another path", `${origin}/account/set-password?code=${code}`],
  ["a path below", `${origin}/login/qr/more?code=${code}`],
  ["another parameter", `${origin}/login/qr?code=${code}&gameId=4`],
  ["a parameter before it", `${origin}/login/qr?gameId=4&code=${code}`],
  ["a fragment", `${origin}/login/qr?code=${code}#here`],
  ["an escaped code", `${origin}/login/qr?code=%61${code}`],
  ["a line after it", `${origin}/login/qr?code=${code}\n`],
  ["a code that is too short", `${origin}/login/qr?code=aB3-_xY`],
  ["a code that is too long", `${origin}/login/qr?code=${"a".repeat(129)}`],
  ["no code", `${origin}/login/qr?code=`],
  ["a script", "javascript:alert(1)"],
  ["other words", "WIFI:S:School;T:WPA;P:secret;;"],
  ["nothing", ""],
])("%s is no badge of this portal", (_, text) => {
  expect(codeOfBadge(text, origin)).toBeUndefined();
});

test("a scanned code is gone once it is forgotten", () => {
  const scanned = scannedCode(code);
  expect(scanned.read()).toBe(code);
  scanned.forget();
  expect(scanned.read()).toBeUndefined();
});

/** The log never contains a proof from an address (DESIGN 8.5). */
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { endpoints } from "#test/every-endpoint.ts";
import { logOptions, loggableUrl } from "./log.ts";
import type { Log } from "./log.ts";

const canary = "canary-0123456789";

test.each([
  `/account/set-password?code=${canary}`,
  `/account/delete/${canary}`,
  `/account/delete/${canary}/`,
  `/account/delete/${canary}?x=1`,
  `//account/delete/${canary}`,
  `/Account/Delete/${canary}`,
  `/account/delete//${canary}`,
  `/transfers/${canary}`,
  `/conformance-report/${canary}`,
  `/new-user-password?gameId=1&code=${canary}`,
  `/delete-user?gameId=1&code=${canary}`,
  `/login/qr?code=${canary}`,
  `/api/auth/qr/login?code=${canary}`,
  `/api/auth/token/game/status?handover=${canary}`,
  `/api/auth/token/game/callback?gameId=1&state=${canary}&clientCode=${canary}&deeplink=https%3A%2F%2Fgame.example%2F${canary}`,
  `/login?postLoginPage=${encodeURIComponent(`/account/set-password?code=${canary}`)}`,
  `/login?gameId=${canary}`,
  `/users/?filter=${canary}`,
  `/login?a?code=${canary}`,
  `/login?CODE=${canary}`,
  `/login?${canary}`,
  `/login?error=errors.notFound&x=1&code=${canary}`,
])("of %s the proof is not logged", (url) => {
  expect(loggableUrl(url)).not.toContain(canary);
});

/** Path parameters that are no ids and no numbers of receipts are proofs. New calls are included without being listed. */
const proofPaths = endpoints.map(({ path }) => path).filter((path) => /\{(?!\w+Id\}|number\})\w+\}/.test(path));

test("there are calls whose path carries a proof", () => {
  expect(proofPaths).toContain("email-proposals/{code}");
  expect(proofPaths.length).toBeGreaterThanOrEqual(3);
});

test.each(proofPaths)("the proof in the path of %s is not logged, however it is spelled", (path) => {
  const url = `/api/auth/${path.replace(/\{\w+Id\}/g, "1").replace(/\{\w+\}/g, canary)}`;
  const [before, after] = url.split(canary);
  const spellings = [url, `${url}/`, `${url}/x`, `${url}?x=1`, url.replaceAll("/", "//"), `${before?.toUpperCase()}${canary}${after}`];
  const encoded = `${before?.replace("auth", "%61uth")}${canary}`;
  for (const each of [...spellings, encoded]) expect(loggableUrl(each)).not.toContain(canary);
});

test("harmless parts of an address are logged", () => {
  expect(loggableUrl("/login?gameId=4&error=errors.notFound&page=2")).toBe("/login?gameId=4&error=errors.notFound&page=2");
  expect(loggableUrl("/api/auth/auth/validate-auth")).toBe("/api/auth/auth/validate-auth");
  expect(loggableUrl("/account/delete/abc")).toBe("/account/delete/[secret]");
});

test("a logged address has at most 300 characters", () => {
  expect(loggableUrl(`/${"x".repeat(5000)}`).length).toBeLessThanOrEqual(300);
  expect(loggableUrl(`/login?${"page=1&".repeat(2000)}`).length).toBeLessThanOrEqual(300);
});

function logged(write: (log: Log) => void): string {
  let lines = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk);
      done();
    },
  });
  write(pino(logOptions("debug"), stream));
  return lines;
}

const secretNames =
  "password token code cookie authorization email recipient secret accessToken refreshToken handover clientCode otpCode credential " +
  "access_token refresh_token id_token client_secret code_verifier device_code device_key user_code";
test.each(secretNames.split(" "))("a member called %s is not logged, down to the third level", (name) => {
  const lines = logged((log) => log.info({ [name]: canary, a: { [name]: canary, b: { [name]: canary } } }, "a test"));
  expect(lines).not.toContain(canary);
});

test("an object such as a database's client is not written, nor an error's other fields under any name", () => {
  class Client {
    secretKey = canary;
    connection = { password: canary };
  }
  const error = Object.assign(new Error("Connection terminated unexpectedly"), { client: new Client(), detail: canary });
  const lines = logged((log) =>
    log.warn({ err: error, error, client: new Client(), deep: { a: [new Client()] } }, "a database connection broke"),
  );
  expect(lines.trimEnd().split("\n")).toHaveLength(1);
  expect(lines).toContain("Connection terminated unexpectedly");
  expect(lines).toContain("[Client]");
  expect(lines).not.toContain(canary);
});

test("an error is logged with its message and stack, without row data from the database", () => {
  const error = Object.assign(new Error("duplicate key value violates unique constraint"), {
    code: "23505",
    detail: `Key (email)=(${canary}@school.example) already exists.`,
    where: canary,
    parameters: [canary],
  });
  const lines = logged((log) => log.error({ err: error }, "unexpected error"));
  expect(lines).toContain("duplicate key value");
  expect(lines).toContain("23505");
  expect(lines).not.toContain(canary);
});

test("line breaks and escape sequences cannot forge a line", () => {
  const lines = logged((log) => log.warn({ reason: 'a\r\n{"level":60}\u001b[31m' }, "a\nb"));
  expect(lines.trimEnd().split("\n")).toHaveLength(1);
  expect(lines).not.toContain("\u001b");
});

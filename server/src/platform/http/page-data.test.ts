/** The data that travels with a page for its script: no second copy of the secret in the address (DESIGN 8.5). Needs the built web app. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({}, { withPages: true });
});
afterAll(() => portal.close());

const secret = "s3cret".padEnd(43, "x");

test("the page of a badge has the badge's code nowhere", async () => {
  const { statusCode, body } = await portal.app.inject({ url: `/login/qr?code=${secret}&gameId=1` });
  expect(statusCode).toBe(200);
  expect(body).not.toContain(secret);
});

test.each([`/account/set-password?code=${secret}`, `/new-user-password?gameId=1&code=${secret}`, `/account/delete/${secret}`])(
  "%s: the page's data has the proof once, for its form",
  async (url) => {
    const { body } = await portal.app.inject({ url });
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? "";
    expect(data.split(secret)).toHaveLength(2);
  },
);

/** Who may not send a large body is refused before it is read. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as classImports from "@storyport/contract/class-imports";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import * as rosters from "@storyport/contract/rosters";
import { aTeacher, anAccount, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { listenAt } from "#test/lessons.ts";
import { sendRaw } from "#test/raw-http.ts";

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await buildTestPortal();
  port = await listenAt(portal.app);
});
afterAll(() => portal.close());

const endpoints: Endpoint[] = [...Object.values(classImports), ...Object.values(rosters)].flatMap((value) =>
  typeof value === "object" && "bodyLimit" in value ? [value as Endpoint] : [],
);

/** Announces a large body, and never sends it. */
function announce({ method, path, bodyLimit }: Endpoint, cookie = ""): Promise<number | undefined> {
  const target = `${apiBase}/${path.replaceAll(/\{\w+\}/g, randomUUID())}`;
  const headers = [
    "Host: localhost",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/json",
    `Content-Length: ${bodyLimit}`,
    `Cookie: ${cookie}`,
  ];
  return sendRaw(port, `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
}

test("an anonymous caller gets 401 before the body has arrived", async () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(4);
  for (const endpoint of endpoints) expect(await announce(endpoint), endpoint.name).toBe(401);
});

test("a caller without the permission gets 403 before the body has arrived, and the history has it", async () => {
  const { organization } = await aTeacher(portal);
  const member = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  const { cookies } = await logIn(portal.browser(), member);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const endpoint of endpoints) expect(await announce(endpoint, cookie), endpoint.name).toBe(403);
  const refused = portal.context.database.selectFrom("audit_events").select("actor_id").where("event", "=", "access_refused");
  expect((await refused.execute()).map(({ actor_id: id }) => id)).toContain(member.id);
});

/** HEAD answers as GET does, for the same callers, and uses nothing up (RFC 9110, sections 9.2.1 and 9.3.2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { answersHead, endpointUrl } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser, CallParts } from "#test/browser.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { aWorld, enterAs } from "./actors.ts";
import type { World } from "./actors.ts";
import { callOn } from "./calls.ts";
import { targetsIn } from "./school.ts";

let portal: TestPortal;
let world: World;
beforeAll(async () => {
  portal = await buildTestPortal();
  world = await aWorld(portal);
});
afterAll(() => portal.close());

const gets = endpoints.filter(({ method }) => method === "GET");
const rows = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);

function head(browser: Browser, endpoint: Endpoint, { params, query, headers }: CallParts) {
  return browser.send({ method: "HEAD", url: endpointUrl(endpoint, { params, query }), ...(headers !== undefined && { headers }) });
}

/** A refused call is recorded for every method. */
async function countEvents(): Promise<number> {
  const events = portal.context.database.selectFrom("audit_events").where("event", "<>", "access_refused");
  return (await events.select("id").execute()).length;
}

test.each(rows(gets.filter(answersHead)))(
  "HEAD of %s has the status and main headers of GET for five kinds of callers, and no body",
  async (_, endpoint) => {
    const call = callOn(endpoint.name, { school: world.school, targets: await targetsIn(portal, world.school) });
    for (const actor of ["anonymous", "badge", "teacher", "organization admin of another school", "admin"] as const) {
      const browser = await enterAs(world, actor);
      // First, because the history records a repeated view once.
      const events = await countEvents();
      const { status, headers, text } = await head(browser, endpoint, call);
      expect({ actor, status, text, events: await countEvents() }).toEqual({ actor, status, text: "", events });
      const get = await browser.call(endpoint, call);
      expect({ actor, status }).toEqual({ actor, status: get.status });
      for (const name of ["content-type", "cache-control", "access-control-allow-origin"])
        expect(headers[name], name).toBe(get.headers[name]);
      expect(headers["content-length"]).toMatch(/^[1-9]\d*$/);
    }
  },
);

test.each(rows(gets.filter((endpoint) => !answersHead(endpoint))))("HEAD of %s is refused, and has no effect", async (_, endpoint) => {
  const browser = await enterAs(world, "admin");
  const call = callOn(endpoint.name, { school: world.school, targets: await targetsIn(portal, world.school) });
  const events = await countEvents();
  const { status, headers, text } = await head(browser, endpoint, call);
  expect({ text, cookies: headers["set-cookie"], events: await countEvents() }).toEqual({ text: "", cookies: undefined, events });
  expect(status).toBe(404);
});

test("HEAD is refused for what issues a code, begins or ends a login, streams, or is recorded as a view or an export, and for nothing else", () => {
  const refused = gets.filter((endpoint) => !answersHead(endpoint)).map(({ name }) => name);
  const logins = ["Apple", "Feide", "Google"].flatMap((provider) => [`finish${provider}Login`, `start${provider}Login`]);
  const exports = ["exportAuditEvents", "exportOwnData", "exportPersonalData", "exportPlayers", "exportUsers"];
  const codes = ["finishGameLogin", "logInWithBadge", "openDashboard"];
  expect(refused.toSorted()).toEqual([...logins, ...exports, ...codes, "getUser", "logOutByGame", "watchLessonBoard"].toSorted());
});

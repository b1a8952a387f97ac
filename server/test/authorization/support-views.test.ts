/** While an administrator sees the portal as another person sees it, no endpoint changes anything or gives a code away (decision 70). */
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusedDuringSupportView } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { issueBadges, issueOneTimeCodes } from "@storyport/contract/qr-login";
import { beginSupportView } from "@storyport/contract/support-views";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { codeOn } from "#test/school-class.ts";
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

/** An administrator who sees the portal as the school's teacher. */
async function aViewer(): Promise<Browser> {
  const browser = await enterAs(world, "admin");
  const params = { userId: world.school.staff.teacher.id };
  const { status } = await browser.call(beginSupportView, { params, body: { reason: "A test of every endpoint." } });
  expect(status).toBe(201);
  return browser;
}

/** Calls of a full session. A view has no other. */
const bySession = endpoints.filter(({ access }) => access.by === "session" && (access.stages ?? ["FULL"]).includes("FULL"));
const rows = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);

/** All but reading and ending the view. Written without `isRefusedDuringSupportView`, which is under test. */
const changing = bySession.filter(
  ({ method, status, changesState, name }) =>
    (changesState ?? (method !== "GET" || status === 302 || status === 303)) && name !== "endSupportView",
);

test.each(rows(changing))("%s changes nothing", async (_, endpoint) => {
  const viewer = await aViewer();
  const targets = await targetsIn(portal, world.school);
  const answer = await viewer.call(endpoint, callOn(endpoint.name, { school: world.school, targets }));
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.supportViewOnly" } });
});

/** Letters and mailed links: open to anyone, and not to a browser that views somebody. */
const changingForAnyone = endpoints.filter((endpoint) => endpoint.access.by === "anyone" && isRefusedDuringSupportView(endpoint));

test.each(rows(changingForAnyone))("%s, open to anyone, changes nothing and sends nothing", async (_, endpoint) => {
  const viewer = await aViewer();
  const targets = await targetsIn(portal, world.school);
  const call = callOn(endpoint.name, { school: world.school, targets });
  expect(await viewer.call(endpoint, call)).toMatchObject({ status: 403, body: { code: "errors.supportViewOnly" } });
  // The same call of a browser without a view is not refused for this reason.
  expect((await portal.browser().call(endpoint, call)).text).not.toContain("errors.supportView");
});

const refusedReads = bySession.filter((endpoint) => endpoint.duringSupportView === "refused");

test.each(rows(refusedReads))("%s shows nothing", async (_, endpoint) => {
  const viewer = await aViewer();
  const targets = await targetsIn(portal, world.school);
  const answer = await viewer.call(endpoint, callOn(endpoint.name, { school: world.school, targets }));
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.supportViewOnly" } });
});

/** Fields of answers that sound like a secret and hold none, each with its reason: a field everywhere, or in the answer of a call. */
const harmless: Record<string, string> = {
  "validateAuth: passkeyDue": "when a session without a passkey ends",
  organization_key: "the name of a school",
  organizationKey: "the name of a school",
  key: "the name of a school or game",
  gameKey: "the name of a game",
  role_key: "the name of a role",
  permission_key: "the name of a permission",
  researchCode: "the child's number in a study; opens nothing",
  launchUrl: "the address of a game, without a hand-over",
  dashboardUrl: "the address of a dashboard, without a hand-over",
  passCode: "left out during a view",
  badgesEnd: "when badges end, and how many",
  badge: "when a badge ends, without its content",
  oneTimeCode: "when a code ends, without the code",
  "listOwnGames: url": "an address that a game registered",
  "listOwnGames: backchannelLogoutUrl": "an address that a game registered",
};
const soundsSecret = /code|token|secret|badge|qr|otp|key|proof|password|url$/i;

describe("the contract", () => {
  test("lets nothing that anyone may call go on but logins and logouts, which end the view", () => {
    const open = endpoints.filter(({ access, duringSupportView }) => access.by !== "session" && duringSupportView !== undefined);
    expect(open.map(({ name, duringSupportView }) => `${name} ${duringSupportView}`).toSorted()).toEqual([
      "logInWithBadge works",
      "logInWithOneTimeCode works",
      "logInWithPasskey works",
      "logInWithPassword works",
      "logOut works",
      "logOutByGame works",
      "startAppleLogin works",
      "startFeideLogin works",
      "startGoogleLogin works",
      "startPasskeyLogin works",
    ]);
  });

  test("refuses every reading call whose answer holds a badge, a code, a token or another secret, or exports data", () => {
    // Nobody sees the portal as an administrator.
    const reachable = bySession.filter(({ access }) => access.by === "session" && access.permission !== "admin");
    const open = reachable.filter((endpoint) => !isRefusedDuringSupportView(endpoint) && endpoint.response !== undefined);
    const found = open.flatMap(({ name, response }) =>
      response === undefined
        ? []
        : fieldsOf(z.toJSONSchema(response, { io: "output", unrepresentable: "any" }))
            .filter((field) => soundsSecret.test(field) && !Object.hasOwn(harmless, field))
            .map((field) => `${name}: ${field}`)
            .filter((found) => !Object.hasOwn(harmless, found)),
    );
    expect(found).toEqual([]);
    // An answer without a schema is a file or a stream.
    const files = bySession.filter((endpoint) => endpoint.response === undefined && endpoint.method === "GET");
    expect(files.filter((endpoint) => !isRefusedDuringSupportView(endpoint)).map(({ name }) => name)).toEqual([]);
  });
});

/** The names of all fields in a JSON schema that can hold a text. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = Object.entries((Reflect.get(schema, "properties") ?? {}) as Record<string, { type?: unknown }>);
  const texts = own.filter(([, { type }]) => type !== "boolean" && type !== "integer" && type !== "number");
  return [...texts.map(([name]) => name), ...Object.values(schema).flatMap(fieldsOf)];
}

test("no reading call shows a badge, a code or a pass code that exists", async () => {
  const targets = await targetsIn(portal, world.school);
  const params = { playerGroupId: targets.playerGroupId };
  const desk = await enterAs(world, "teacher");
  const body = { studentUserId: targets.studentId };
  const badges = z.array(z.looseObject({ qrCodeUrl: z.string() })).parse((await desk.call(issueBadges, { params, body })).body);
  const codes = z.array(z.looseObject({ otpCode: z.string() })).parse((await desk.call(issueOneTimeCodes, { params, body })).body);
  await portal.context.database.updateTable("players").set({ pass_code: "PASS-4711" }).where("id", "=", targets.playerId).execute();
  const badge = badges[0];
  const secrets = [
    ...(badge === undefined ? [] : [codeOn({ displayName: "", groupName: "", userId: "", expiresAt: "", ...badge })]),
    codes[0]?.otpCode ?? "",
    "PASS-4711",
    targets.userCode,
  ];
  expect(secrets.filter((secret) => secret.length > 5)).toHaveLength(4);
  const viewer = await aViewer();
  const reading = bySession.filter((endpoint) => !isRefusedDuringSupportView(endpoint) && endpoint.name !== "endSupportView");
  for (const endpoint of reading) {
    const answer = await viewer.call(endpoint, callOn(endpoint.name, { school: world.school, targets }));
    expect({ name: endpoint.name, status: answer.status }).not.toMatchObject({ status: 500 });
    expect({ name: endpoint.name, shown: secrets.filter((secret) => answer.text.includes(secret)) }).toMatchObject({ shown: [] });
  }
});

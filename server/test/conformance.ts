/** Conformance runs in tests: a portal that listens, a game of a builder, and a person who plays it in a browser. */
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { drivenScenes } from "@storyport/contract/conformance";
import * as contract from "@storyport/contract/conformance";
import type { Check, ConformanceRun, SceneInBrowser, Verdict } from "@storyport/contract/conformance";
import { onTestFinished } from "vitest";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import type { Browser } from "./browser.ts";
import { anAccount, anOrganization, aSession } from "./builders.ts";
import { startStandInGame } from "./stand-in-game.ts";
import type { StandInGame } from "./stand-in-game.ts";

export interface Bench {
  portal: TestPortal;
  game: { id: number; key: string };
  /** A person with MODIFY on the game. */
  builder: Browser;
}

/** The stand-in plays the edition 4. */
const gameId = 4;
const gameKey = "storyport-en";

/** Test files run at the same time, so `port` is no other file's. PUBLIC_URL needs it before the portal listens. */
export async function aBench(port: number): Promise<Bench> {
  const portal = await buildTestPortal({ PUBLIC_URL: `http://localhost:${port}` });
  await portal.app.listen({ host: "127.0.0.1", port });
  const { database } = portal.context;
  await database
    .insertInto("games")
    .values({ id: gameId, key: gameKey, description: "English", login_types: ["PASSWORD"], required_permissions: [] })
    .execute();
  const { browser } = await aBuilder(portal, { id: gameId }, "MODIFY");
  return { portal, game: { id: gameId, key: gameKey }, builder: browser };
}

/** A member of a school, with a session. */
export async function aMember(portal: TestPortal, organization: { id: string; key: string }) {
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  return { account, organization, browser: await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }) };
}

/** A member of a school of their own who holds a level on a game. */
export async function aBuilder(portal: TestPortal, game: { id: number }, level: "READ" | "MODIFY" | "OWNER" | undefined) {
  const member = await aMember(portal, await anOrganization(portal));
  if (level !== undefined) {
    const row = { game_id: game.id, account_id: member.account.id, rights_level: level };
    await portal.context.database.insertInto("game_rights").values(row).execute();
  }
  return member;
}

export async function startRun({ builder, game }: Bench): Promise<ConformanceRun> {
  const { status, body } = await builder.call(contract.startConformanceRun, { params: { gameId: game.id }, body: {} });
  if (status !== 201) throw new Error(`The run did not start: ${status} ${JSON.stringify(body)}`);
  return contract.conformanceRun.parse(body);
}

/** Registers where the game runs: its start and its callback. */
export async function moveGame({ portal, game }: Bench, { start, callback }: { start: string; callback: string }): Promise<void> {
  const { database } = portal.context;
  await database.deleteFrom("game_callbacks").where("game_id", "=", game.id).execute();
  await database.deleteFrom("resource_links").where("game_id", "=", game.id).execute();
  await database.insertInto("game_callbacks").values({ game_id: game.id, url: callback, kind: "WEB" }).execute();
  await database.insertInto("resource_links").values({ game_id: game.id, url: start, resource_type: "game" }).execute();
}

/** Logs in to the game in a browser of its own, and returns what the game calls the attempt. */
async function playInBrowser({ url }: StandInGame): Promise<string> {
  const begun = await fetch(`${url}/play?gameId=${gameId}`, { redirect: "manual" });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  // The person presses the button of the page that the issuer shows to visitors from elsewhere.
  const headers = { "sec-fetch-site": "same-origin" };
  const answered = await fetch(begun.headers.get("location") ?? "", { redirect: "manual", headers });
  const back = await fetch(answered.headers.get("location") ?? "", { redirect: "manual", headers: { cookie } });
  return /\/waiting\/(.+)$/.exec(back.headers.get("location") ?? "")?.[1] ?? "";
}

async function press({ url }: StandInGame, attempt: string, action: "refresh" | "narrow" | "give-back"): Promise<void> {
  await (await fetch(`${url}/attempts/${attempt}/action`, { method: "POST", body: new URLSearchParams({ action }) })).text();
}

/** A whole run with a game. The portal plays each scene. Then a person refreshes and narrows, logs out, and meets the bell. */
export async function wholeRun(bench: Bench, fault = ""): Promise<ConformanceRun> {
  const { builder } = bench;
  const run = await startRun(bench);
  const game = await startStandInGame(run.issuer, fault);
  try {
    await moveGame(bench, { start: `${game.url}/play`, callback: `${game.url}/callback` });
    const params = { runId: run.runId };
    for (const scene of drivenScenes) await builder.call(contract.playScene, { params, body: { scene } });
    const playAs = async (scene: SceneInBrowser) => {
      await builder.call(contract.chooseScene, { params, body: { scene } });
      return playInBrowser(game);
    };
    const attempt = await playAs("PLAIN");
    await press(game, attempt, "refresh");
    await press(game, attempt, "refresh");
    await press(game, attempt, "narrow");
    await press(game, await playAs("LOGOUT"), "give-back");
    await press(game, await playAs("BELL"), "refresh");
    return contract.conformanceRun.parse((await builder.call(contract.getConformanceRun, { params })).body);
  } finally {
    await game.close();
  }
}

export function verdictsOf({ checks }: Pick<ConformanceRun, "checks">): Record<Check, Verdict> {
  return Object.fromEntries(checks.map(({ check, verdict }) => [check, verdict])) as Record<Check, Verdict>;
}

/** A game as a server of its own, closed with the test. */
export async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

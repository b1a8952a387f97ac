import { consentToGameLogin, finishGameLogin, gameLoginStatus } from "@storyport/contract/game-login";
import { waits } from "@storyport/contract/limits";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import type { ApiRequest } from "#/api/call.ts";
import { firstStep, handOverToGame } from "./hand-over.ts";
import type { HandOverStep, HandOverTask } from "./hand-over.ts";
import { parseHandOver } from "./hand-over-memory.ts";
import type { HandOver } from "./hand-over-memory.ts";

const callbackUrl = "https://game.test/cb";
const handover = "h".repeat(43);
const consent = "c".repeat(43);
const task: HandOverTask = {
  request: { gameId: "1", state: "s", clientCode: "c", callbackUrl },
  scope: "PLAYER",
  orgId: undefined,
  isChild: false,
};

interface Portal {
  deeplinkUrl?: string;
  kind?: "WEB" | "LOOPBACK" | "APP";
  /** The request came from another site, so the user is asked first. */
  asksFirst?: boolean;
  refusal?: { status: number; code: string };
  /** An organization without the game. */
  lacksGame?: string;
  /** Runs while the code is requested. */
  onCode?: () => void;
  /** The answers to the status call; the last one repeats. */
  statuses?: (string | number)[];
}

/** A portal with given answers, a memory, and a record of all calls. */
function aWorld({
  deeplinkUrl = `${callbackUrl}?code=k&state=s`,
  kind = "WEB",
  asksFirst,
  onCode,
  refusal,
  lacksGame,
  statuses = ["redeemed"],
}: Portal = {}) {
  const requests: ApiRequest[] = [];
  const steps: HandOverStep[] = [];
  let kept: HandOver | undefined;
  const left = new AbortController();
  const answer = (status: number, body: unknown) => ({ status, statusText: "", retryAfter: null, body: JSON.stringify(body) });
  const call = createCall(async (request) => {
    requests.push(request);
    if (request.url.includes(consentToGameLogin.path)) {
      if (lacksGame !== undefined && request.body?.includes(lacksGame) === true)
        return answer(404, { message: "No", code: "errors.gameNotAvailable", requestId: "r" });
      const isConfirmed = request.body?.includes('"isConfirmed":true') === true;
      if (asksFirst === true && !isConfirmed) return answer(200, { is: "needed", game: "English", organization: "Fjordskolen" });
      return answer(200, { is: "given", consent });
    }
    if (request.url.includes(finishGameLogin.path)) {
      if (refusal !== undefined) return answer(refusal.status, { message: "No", code: refusal.code, requestId: "r" });
      onCode?.();
      return answer(200, { deeplinkUrl, kind, handover });
    }
    const next = statuses.length > 1 ? statuses.shift() : statuses[0];
    return typeof next === "number" ? answer(next, {}) : answer(200, { status: next });
  });
  const world = {
    call,
    memory: { read: () => kept, keep: (value: HandOver) => void (kept = value), forget: () => void (kept = undefined) },
    report: (step: HandOverStep) => void steps.push(step),
    goTo: vi.fn<(href: string) => void>(),
    onIssued: () => undefined,
    onArrived: vi.fn<() => void>(),
    signal: left.signal,
  };
  const codes = () => requests.filter(({ url }) => url.includes(finishGameLogin.path));
  const questions = () => requests.filter(({ url }) => url.includes(gameLoginStatus.path));
  const consents = () => requests.filter(({ url }) => url.includes(consentToGameLogin.path));
  return { world, steps, codes, consents, questions, leave: () => left.abort() };
}

/** Waits longer than a hand-over waits for its game. */
async function finish(run: Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(waits.arrivalGiveUp + 10_000);
  await run;
}

const game = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("fetch", game);
  game.mockReset().mockResolvedValue(new Response());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const loopback = { kind: "LOOPBACK", deeplinkUrl: "http://127.0.0.1:50123/cb?code=k&state=s" } as const;
const loopbackTask: HandOverTask = { ...task, request: { ...task.request, callbackUrl: "http://127.0.0.1:50123/cb" } };

describe("an organization without the game", () => {
  const school = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";
  const inSchool = { ...task, orgId: school };

  test("is left out if this tab chose it before: the server finds the organization", async () => {
    const { world, steps, codes, consents } = aWorld({ lacksGame: school });
    await finish(handOverToGame({ ...inSchool, isOrgFromTab: true }, world));
    expect(consents().map(({ body }) => body?.includes(school))).toEqual([true, false]);
    expect(codes().map(({ url }) => url.includes(school))).toEqual([false]);
    expect(steps.at(-1)?.step).toBe("finished");
  });

  test("refuses the hand-over if the request names it", async () => {
    const { world, steps, consents } = aWorld({ lacksGame: school });
    await finish(handOverToGame(inSchool, world));
    expect(consents()).toHaveLength(1);
    expect(steps.at(-1)).toMatchObject({ step: "failed", failure: { code: "errors.gameNotAvailable" } });
  });
});

describe("a hand-over", () => {
  test("sends gameId, state, clientCode, deeplink and a known scope, and ends when the game has redeemed the code", async () => {
    const { world, steps, codes, consents } = aWorld({ statuses: ["waiting", "waiting", "redeemed"] });
    await finish(handOverToGame(task, world));
    const login = { gameId: "1", state: "s", clientCode: "c", deeplink: callbackUrl, scope: "PLAYER" };
    expect(JSON.parse(consents()[0]?.body ?? "")).toEqual(login);
    expect(codes()[0]?.url).toBe(`/api/auth/token/game/callback?${new URLSearchParams({ ...login, consent })}`);
    expect(steps.map(({ step }) => step)).toEqual(["waiting", "finished"]);
    expect(world.onArrived).toHaveBeenCalledTimes(1);
    expect(steps.at(-1)).toEqual({ step: "finished", openGame: `${callbackUrl}?state=s` });
  });

  test("a web deep link is navigated to, and never requested in the background", async () => {
    const { world } = aWorld();
    await finish(handOverToGame(task, world));
    expect(world.goTo).toHaveBeenCalledExactlyOnceWith(`${callbackUrl}?code=k&state=s`);
    expect(game).not.toHaveBeenCalled();
  });

  test("a request from elsewhere waits for the user's confirmation: no code is requested before", async () => {
    const { world, steps, codes } = aWorld({ asksFirst: true });
    await finish(handOverToGame(task, world));
    expect(steps).toEqual([{ step: "consent", game: "English", organization: "Fjordskolen" }]);
    expect(codes()).toEqual([]);
    expect(world.memory.read()).toBeUndefined();
    await finish(handOverToGame({ ...task, isConfirmed: true }, world));
    expect(codes()).toHaveLength(1);
    expect(steps.at(-1)).toMatchObject({ step: "finished" });
  });

  test("no code is requested after the screen was left during the consent call", async () => {
    const { world, codes, consents, leave } = aWorld();
    const run = handOverToGame(task, world);
    expect(consents()).toHaveLength(1);
    leave();
    await finish(run);
    expect(codes()).toEqual([]);
  });

  test("a loopback deep link is requested in the background: no cookies, no referrer, no navigation", async () => {
    const { world } = aWorld(loopback);
    await finish(handOverToGame(loopbackTask, world));
    expect(game).toHaveBeenCalledTimes(1);
    expect(game.mock.calls[0]?.[1]).toMatchObject({
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
    });
    expect(world.goTo).not.toHaveBeenCalled();
  });

  test("if the background request fails, the page navigates to the game", async () => {
    game.mockRejectedValue(new TypeError("Failed to fetch"));
    const { world } = aWorld({ ...loopback, statuses: ["waiting"] });
    await finish(handOverToGame(loopbackTask, world));
    expect(world.goTo).toHaveBeenCalledExactlyOnceWith(loopback.deeplinkUrl);
  });

  test("a background request that failed here but reached the game is not repeated", async () => {
    game.mockRejectedValue(new TypeError("Failed to fetch"));
    const { world } = aWorld({ ...loopback, statuses: ["redeemed"] });
    await finish(handOverToGame(loopbackTask, world));
    expect(game).toHaveBeenCalledTimes(1);
    expect(world.goTo).not.toHaveBeenCalled();
  });

  test("an app's own scheme is navigated to, and never requested in the background", async () => {
    const app = "example.storyport.game:/cb";
    const { world } = aWorld({ deeplinkUrl: `${app}?code=k`, kind: "APP", statuses: ["redeemed"] });
    await finish(handOverToGame({ ...task, request: { ...task.request, callbackUrl: app } }, world));
    expect(world.goTo).toHaveBeenCalledExactlyOnceWith(`${app}?code=k`);
    expect(game).not.toHaveBeenCalled();
  });

  test.each(["javascript:alert(1)", "https://evil.test/cb?code=k", "data:text/html,x"])(
    "an answer that leads to %s is not followed",
    async (deeplinkUrl) => {
      const { world, steps } = aWorld({ deeplinkUrl });
      await finish(handOverToGame(task, world));
      expect(steps).toMatchObject([{ step: "failed", failure: { code: "errors.callbackUrlNotRegistered" } }]);
      expect(game).not.toHaveBeenCalled();
      expect(world.goTo).not.toHaveBeenCalled();
    },
  );

  test("a reload shows the stored hand-over and requests no second code", async () => {
    const { world, codes } = aWorld();
    await finish(handOverToGame(task, world));
    expect(firstStep(task, world.memory)).toEqual({ step: "finished", openGame: `${callbackUrl}?state=s` });
    await finish(handOverToGame(task, world));
    expect(codes()).toHaveLength(1);
    await finish(handOverToGame({ ...task, request: { ...task.request, state: "t" } }, world));
    expect(codes()).toHaveLength(2);
  });

  test("a game that never answers is absent after thirty seconds, polled once a second", async () => {
    const { world, steps, questions } = aWorld({ statuses: ["waiting"] });
    await finish(handOverToGame(task, world));
    expect(steps.at(-1)).toMatchObject({ step: "absent", openGame: `${callbackUrl}?code=k&state=s` });
    expect(questions()).toHaveLength(31);
    expect(world.onArrived).not.toHaveBeenCalled();
  });

  test.each([[["waiting", "expired"]], [[404]]])("an expired or unknown hand-over is shown as expired: %j", async (statuses) => {
    const { world, steps } = aWorld({ statuses });
    await finish(handOverToGame(task, world));
    expect(steps.at(-1)).toEqual({ step: "expired", openGame: `${callbackUrl}?state=s` });
  });

  test("a game that answers in the last second has arrived, and a screen left within the wait stops polling", async () => {
    const inTime = aWorld({ statuses: [...Array.from({ length: 30 }, () => "waiting"), "redeemed"] });
    await finish(handOverToGame(task, inTime.world));
    expect(inTime.steps.at(-1)).toMatchObject({ step: "finished" });
    const left = aWorld({ statuses: ["waiting"] });
    const run = handOverToGame(task, left.world);
    await vi.advanceTimersByTimeAsync(2500);
    left.leave();
    await finish(run);
    expect(left.questions()).toHaveLength(3);
    expect(left.steps.map(({ step }) => step)).toEqual(["waiting"]);
  });

  test("a failed poll is repeated", async () => {
    const { world, steps } = aWorld({ statuses: [503, 500, "redeemed"] });
    await finish(handOverToGame(task, world));
    expect(steps.at(-1)).toMatchObject({ step: "finished" });
  });

  test("a refusal is reported with its status and code, and nothing is stored", async () => {
    const { world, steps } = aWorld({ refusal: { status: 403, code: "errors.gameLoginTypeNotAllowed" } });
    await finish(handOverToGame(task, world));
    expect(steps).toMatchObject([{ step: "failed", failure: { status: 403, code: "errors.gameLoginTypeNotAllowed" } }]);
    expect(world.memory.read()).toBeUndefined();
  });

  test("nothing is delivered for a screen that was left during the code call", async () => {
    const { world, steps, codes, leave } = aWorld({ ...loopback, onCode: () => leave() });
    await finish(handOverToGame(loopbackTask, world));
    expect(codes()).toHaveLength(1);
    expect(game).not.toHaveBeenCalled();
    expect(world.goTo).not.toHaveBeenCalled();
    expect(steps).toEqual([]);
  });

  test("an unknown scope is not passed on", async () => {
    const { world, codes } = aWorld();
    await finish(handOverToGame({ ...task, scope: "openid" }, world));
    expect(codes()[0]?.url).not.toContain("scope");
  });
});

test.each([
  undefined,
  "",
  "null",
  "7",
  "{}",
  '{"request":1}',
  JSON.stringify({ request: task.request, isChild: false, handover, deepLink: "javascript:alert(1)", step: "waiting" }),
])("anything that is not our hand-over is dropped: %j", (raw) => expect(parseHandOver(raw)).toBeUndefined());

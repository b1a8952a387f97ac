/**
 * Conformance runs (decision 68): a test issuer plays the portal against a game, in good and bad ways. It says what the game did. The
 * builder of the game points a test build at the issuer. Its tokens have other keys and another issuer, so programs that trust the portal
 * refuse them.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId, exampleSecret } from "#/endpoint.ts";
import { gameId, id } from "#/fields.ts";
import { gameLevel } from "#/game-rights.ts";

/** What the test issuer does with a login. docs/flows/conformance-runs.md says what differs in each scene, and which check it serves. */
export const scenes = [
  "PLAIN",
  "WRONG_STATE",
  "OTHER_BROWSER",
  "WRONG_ISSUER",
  "REPLAYED",
  "DENIED",
  "FORGED",
  "EXPIRED",
  "SKEWED",
  "ROTATED",
  "BELL",
  "BUSY",
  "AWAY",
  "OVERSIZED",
  "LOGOUT",
] as const;
export const scene = z.enum(scenes);
export type Scene = z.infer<typeof scene>;

/** The scenes that the portal plays by itself. In LOGOUT a person has to press the game's button. */
export const drivenScenes = scenes.filter((each) => each !== "LOGOUT");

export type SceneInBrowser = Exclude<Scene, "OTHER_BROWSER" | "REPLAYED">;
/** The scenes that a person's browser can play too: what differs happens at the issuer. */
export const scenesInBrowser = scenes.filter((each): each is SceneInBrowser => each !== "OTHER_BROWSER" && each !== "REPLAYED");
export const sceneInBrowser = z.enum(scenesInBrowser);

export const checks = [
  "pkce",
  "callback",
  "state",
  "browser",
  "issuer",
  "codeOnce",
  "denied",
  "signature",
  "expiry",
  "clockSkew",
  "keyRotation",
  "manyRights",
  "oversized",
  "refresh",
  "bell",
  "busy",
  "away",
  "logout",
] as const;
export type Check = (typeof checks)[number];

/** NOT_CHECKED: the game had no occasion yet to break the rule. */
export const verdicts = ["PASSED", "FAILED", "NOT_CHECKED"] as const;
export type Verdict = (typeof verdicts)[number];

export const checkResult = z.object({
  check: z.enum(checks),
  verdict: z.enum(verdicts),
  /** Where the rule is written, such as "RFC 7636, 4.2". */
  clause: z.string(),
});
export type CheckResult = z.infer<typeof checkResult>;

export const observationKinds = ["AUTHORIZE", "CALLBACK", "UNREACHABLE", "TOKEN", "REFRESH", "KEYS", "RIGHTS", "NARROW", "REVOKE"] as const;
export type ObservationKind = (typeof observationKinds)[number];

/** What passed between game and issuer. Secrets are shortened to their first letters. */
const parts = z.record(z.string(), z.string());
export const observation = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(observationKinds),
  /** The scene of the login that it belongs to. Null for a request that belongs to no login, such as a request for the keys. */
  scene: z.nullable(scene),
  request: parts,
  response: parts,
});
export type Observation = z.infer<typeof observation>;

export const conformanceRun = z.object({
  runId: id,
  gameId: z.number(),
  gameKey: z.string(),
  /** What the test build uses as the portal's address. */
  issuer: z.string(),
  /** The scene of all logins that begin in a browser, until another is chosen. */
  scene: sceneInBrowser,
  startedAt: z.string(),
  endsAt: z.string(),
  isOver: z.boolean(),
  /** Whether the game has a start address, so that the portal can call the game itself. */
  canBeDriven: z.boolean(),
  /** The caller's level on the game. With READ the caller only looks. */
  rightsType: gameLevel,
  checks: z.array(checkResult),
  observations: z.array(observation),
});
export type ConformanceRun = z.infer<typeof conformanceRun>;

const byBuilder = { by: "session", permission: "none", scope: "platform" } as const;
const onRun = z.object({ runId: id });

export const startConformanceRun = defineEndpoint({
  name: "startConformanceRun",
  method: "POST",
  path: "bench/games/{gameId}/runs",
  summary: "Start a conformance run of a game, with an issuer of its own for 24 hours; needs MODIFY on the game",
  example: { params: { gameId: 1 }, body: {} },
  access: byBuilder,
  params: z.object({ gameId }),
  body: z.strictObject({}),
  status: 201,
  response: conformanceRun,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.tooManyAttempts"],
});

/** Walks are left out. */
export const listConformanceRuns = defineEndpoint({
  name: "listConformanceRuns",
  method: "GET",
  path: "bench/games/{gameId}/runs",
  summary: "List conformance runs of a game, newest first: those of the last 30 days, at most fifty; needs READ on the game",
  example: { params: { gameId: 1 } },
  access: byBuilder,
  params: z.object({ gameId }),
  response: z.array(z.object({ runId: id, startedAt: z.string(), isOver: z.boolean() })),
  refusals: ["errors.notFound"],
});

/** A walk is refused with errors.notFound, here and in all calls that name a run. */
export const getConformanceRun = defineEndpoint({
  name: "getConformanceRun",
  method: "GET",
  path: "bench/runs/{runId}",
  summary: "Get a conformance run with its verdicts and the requests that were seen, 500 at most; needs READ on the game",
  example: { params: { runId: exampleId } },
  access: byBuilder,
  params: onRun,
  response: conformanceRun,
  refusals: ["errors.notFound"],
});

/** A game that hangs, or whose address is private, is not refused: the run shows it as an observation. */
export const playScene = defineEndpoint({
  name: "playScene",
  method: "POST",
  path: "bench/runs/{runId}/play",
  summary: "Call the game as a browser would, through one scene; needs MODIFY. Never calls a private address",
  example: { params: { runId: exampleId }, body: { scene: "PLAIN" } },
  access: byBuilder,
  params: onRun,
  body: z.strictObject({ scene: z.enum(drivenScenes) }),
  response: conformanceRun,
  refusals: [
    "errors.notFound",
    "errors.notAllowed",
    "errors.conformanceRunEnded",
    "errors.scenePlaying",
    "errors.gameStartMissing",
    "errors.tooManyAttempts",
  ],
});

export const chooseScene = defineEndpoint({
  name: "chooseScene",
  method: "POST",
  path: "bench/runs/{runId}/scene",
  summary: "Choose the scene of the next logins that begin in a browser; needs MODIFY",
  example: { params: { runId: exampleId }, body: { scene: "BELL" } },
  access: byBuilder,
  params: onRun,
  body: z.strictObject({ scene: sceneInBrowser }),
  response: conformanceRun,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.conformanceRunEnded"],
});

/** A walk: a run in which a page of the portal plays the game, step by step. */
const walk = z.object({
  runId: id,
  issuer: z.string(),
  /** A page of the portal. A walk's issuer takes this address alone, and only while the walk runs. */
  callbackUrl: z.string(),
  /** The game is an OpenID client. */
  isOpenid: z.boolean(),
  endsAt: z.string(),
});
export type Walk = z.infer<typeof walk>;

export const startWalk = defineEndpoint({
  name: "startWalk",
  method: "POST",
  path: "bench/games/{gameId}/walks",
  summary: "Start a walk through a login of a game, with an issuer of its own for an hour; ends the caller's former walk; needs MODIFY",
  example: { params: { gameId: 1 }, body: {} },
  access: byBuilder,
  params: z.object({ gameId }),
  body: z.strictObject({}),
  status: 201,
  response: walk,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.tooManyAttempts"],
});

export const endWalk = defineEndpoint({
  name: "endWalk",
  method: "POST",
  path: "bench/walk/end",
  summary: "End the caller's walk, if one runs",
  example: { body: {} },
  access: { ...byBuilder, scope: "self" },
  body: z.strictObject({}),
  response: z.object({}),
  refusals: [],
});

/** A new address ends the former one. The address works while the run is kept: for 30 days from its start. */
export const shareConformanceRun = defineEndpoint({
  name: "shareConformanceRun",
  method: "POST",
  path: "bench/runs/{runId}/report",
  summary: "Get an address of the report that can be sent to a colleague; needs MODIFY",
  example: { params: { runId: exampleId }, body: {} },
  access: byBuilder,
  params: onRun,
  body: z.strictObject({}),
  response: z.object({ address: z.string() }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/** The secret travels in the body, so that no log has it. Its 43 characters are 32 bytes in base64url. */
export const readConformanceReport = defineEndpoint({
  name: "readConformanceReport",
  method: "POST",
  path: "conformance-report",
  changesState: false,
  summary: "Read the report behind its address: verdicts alone, without addresses and requests",
  example: { body: { report: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ report: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: z.object({ gameKey: z.string(), startedAt: z.string(), checks: z.array(checkResult) }),
  refusals: ["errors.notFound"],
});

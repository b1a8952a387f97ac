import type { ResponseOf } from "@storyport/contract/endpoint";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { readScope } from "@storyport/contract/game-request";
import type { LoginState } from "@storyport/contract/login-state";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";
import { askStatus, awaitArrival } from "./await-arrival.ts";
import { checkDeepLink, withoutCode } from "./deep-link.ts";
import type { DeepLink } from "./deep-link.ts";
import { deliver } from "./deliver.ts";
import { isSameRequest } from "./game-request.ts";
import type { GameRequest } from "./game-request.ts";
import type { HandOver, HandOverMemory } from "./hand-over-memory.ts";

export type HandOverStep =
  | { step: "asking" }
  /** The request came from another site: the user decides whether to continue. */
  | { step: "consent"; game: string; organization: string }
  /** `absent`: the game did not come in half a minute; its code may still work. `openGame`: the deep link, at the end without its code. */
  | { step: "waiting" | "absent" | "expired" | "finished"; openGame: string }
  | { step: "failed"; failure: Failure };

export interface HandOverTask {
  request: GameRequest;
  scope: LoginState["scope"];
  nonce?: LoginState["nonce"];
  orgId: string | undefined;
  /** This tab chose `orgId` before, maybe for another game. The request names none. */
  isOrgFromTab?: boolean;
  /** A badge session began it, so its pages use a child's words. */
  isChild: boolean;
  /** The user has confirmed on this page. */
  isConfirmed?: boolean;
}

export interface HandOverWorld {
  call: Call;
  memory: HandOverMemory;
  report: (step: HandOverStep) => void;
  goTo: (href: string) => void;
  /** Called when the server has issued the code. If the tab's organization lacks the game, the code is for another organization. */
  onIssued: () => void;
  /** Called when the game has arrived: the stored login state is no longer needed. */
  onArrived: () => void;
  /** Aborted when the screen is left. */
  signal: AbortSignal;
}

/**
 * Hands an account over to a game. It requests the consent, which needs the user's confirmation if the request came from elsewhere (DESIGN
 * A6). Then it requests the one-time code and brings it to the game. The code lives a minute at most, and the page waits half a minute.
 * A stored hand-over is shown again (specification, section 2, /game-redirect). Only a user who tries again gets another code. After the screen
 * is left, nothing is delivered: "Not you?" must keep the previous child's game from opening. Never rejects: an error becomes the step
 * `failed`, unless the screen was left.
 */
export async function handOverToGame(task: HandOverTask, world: HandOverWorld): Promise<void> {
  const { call, memory, report, onArrived, signal } = world;
  try {
    const handOver = remembered(task, memory) ?? (await askForCode(task, world));
    if (signal.aborted || handOver?.step !== "waiting") return;
    report({ step: "waiting", openGame: handOver.deepLink });
    const arrival = await awaitArrival(call, handOver.handover, signal);
    if (arrival === undefined) return;
    if (arrival === "absent") return report({ step: "absent", openGame: handOver.deepLink });
    const ended: HandOver = {
      ...handOver,
      deepLink: withoutCode(handOver.deepLink),
      step: arrival === "redeemed" ? "finished" : "expired",
    };
    memory.keep(ended);
    if (arrival === "redeemed") onArrived();
    report(stepOf(ended));
  } catch (error) {
    if (!signal.aborted) report({ step: "failed", failure: failureOf(error) });
  }
}

/** The first step of a screen that has just opened. */
export function firstStep(task: HandOverTask, memory: HandOverMemory): HandOverStep {
  const handOver = remembered(task, memory);
  return handOver === undefined ? { step: "asking" } : stepOf(handOver);
}

function remembered({ request }: HandOverTask, memory: HandOverMemory): HandOver | undefined {
  const handOver = memory.read();
  return handOver !== undefined && isSameRequest(handOver.request, request) ? handOver : undefined;
}

function stepOf({ step, deepLink }: HandOver): HandOverStep {
  return { step, openGame: deepLink };
}

/** Returns undefined if the user has to be asked first, if the screen was left, and after `finishUnseen`. */
async function askForCode(task: HandOverTask, world: HandOverWorld): Promise<HandOver | undefined> {
  const { request } = task;
  const { call, memory, report, goTo, onIssued, signal } = world;
  const { login, answer } = await askForConsent(task, call);
  if (answer.is === "needed") {
    if (!signal.aborted) report({ step: "consent", game: answer.game, organization: answer.organization });
    return undefined;
  }
  // The code ends a badge's session, so it is not requested for a child who has left the screen.
  if (signal.aborted) return undefined;
  const { deeplinkUrl, kind, handover }: GameAnswer = await call(finishGameLogin, { query: { ...login, consent: answer.consent } });
  const deepLink = checkDeepLink(deeplinkUrl, request.callbackUrl, kind);
  if (deepLink === undefined) throw new ApiError(wrongDeepLink);
  onIssued();
  const begun = { request, isChild: task.isChild, deepLink: deepLink.href };
  if (handover === undefined) return await finishUnseen(begun, deepLink, world);
  const handOver: HandOver = { ...begun, handover, step: "waiting" };
  if (signal.aborted) return handOver;
  memory.keep(handOver);
  void deliver(deepLink, { goTo, hasArrived: async () => (await askStatus(call, handover)) === "redeemed" });
  return handOver;
}

/** The answer as the specification has it (section 3). Our server always sends the other members too. */
type GameAnswer = Pick<Finished, "deeplinkUrl"> & Partial<Finished>;
type Finished = ResponseOf<typeof finishGameLogin>;

/** Without the secret the page cannot ask whether the game has arrived, so opening the game finishes the login. */
async function finishUnseen(begun: Omit<HandOver, "handover" | "step">, deepLink: DeepLink, world: HandOverWorld): Promise<undefined> {
  const { memory, report, goTo, onArrived, signal } = world;
  if (signal.aborted) return;
  await deliver(deepLink, { goTo, hasArrived: async () => false });
  const finished: HandOver = { ...begun, handover: "", deepLink: withoutCode(begun.deepLink), step: "finished" };
  memory.keep(finished);
  onArrived();
  if (!signal.aborted) report(stepOf(finished));
}

type Login = ReturnType<typeof loginOf>;

/** The organization of this tab may lack the game. Then the server finds the organization that has it, or asks which. */
async function askForConsent(task: HandOverTask, call: Call): Promise<{ login: Login; answer: ResponseOf<typeof consentToGameLogin> }> {
  const login = loginOf(task);
  try {
    const answer = await call(consentToGameLogin, { body: { ...login, ...(task.isConfirmed && { isConfirmed: true }) } });
    return { login, answer };
  } catch (error) {
    const isElsewhere = error instanceof ApiError && error.failure.code === "errors.gameNotAvailable";
    if (!isElsewhere || task.isOrgFromTab !== true) throw error;
    return askForConsent({ ...task, orgId: undefined, isOrgFromTab: false }, call);
  }
}

function loginOf({ request: { gameId, state, clientCode, callbackUrl }, scope, nonce, orgId }: HandOverTask) {
  return {
    gameId,
    state,
    clientCode,
    deeplink: callbackUrl,
    ...readScope(scope),
    ...(nonce !== undefined && { nonce }),
    ...(orgId !== undefined && { orgId }),
  };
}

/** The failure if the server's address does not match the requested callback. Its status is that of the server's answer. */
const wrongDeepLink: Failure = {
  status: 200,
  statusText: "",
  code: "errors.callbackUrlNotRegistered",
  message: "The address the game wants to be called back at is not registered for it.",
};

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  return { status: 0, statusText: "", code: "errors.unexpected", message: String(error) };
}

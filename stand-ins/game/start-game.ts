import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { browserOf, readCookie, setCookie } from "#/cookies.ts";
import { failureInWords } from "#/portal.ts";
import { closeWithin, createWebServer, listen, queryOf, type Running } from "#/web-server.ts";
import { arrive } from "./arrive.ts";
import { beginAttempt, findByState, type Attempt, type Game, type Wish } from "./attempts.ts";
import { insideScript, playScript, waitingScript } from "./browser-scripts.ts";
import { beginDevice } from "./device.ts";
import { deviceStartPage, noDevicePage } from "./device-pages.ts";
import { findEdition } from "./editions.ts";
import { endLogin } from "./end-login.ts";
import type { GameFault } from "./faults.ts";
import { attemptPage, foreignAttemptPage, noSuchAttemptPage, startPage } from "./game-pages.ts";
import { listArrivals, reportOf } from "./report.ts";
import { runTokenAction, tokenActions } from "./token-actions.ts";

export interface GameOptions {
  port: number;
  portalUrl: string;
  fault?: GameFault | undefined;
}

/** Starts the game stand-in: one program that plays all five editions as a public OAuth client of the portal. */
export async function startGame({ port, portalUrl, fault }: GameOptions): Promise<Running> {
  // The portal's tokens name their issuer without a slash.
  const game: Game = { url: "", portalUrl: portalUrl.replace(/\/$/, ""), attempts: new Map(), deviceKeys: new Map(), fault };
  const app = createWebServer("origin", portalUrl);
  addPages(app, game);
  addReports(app, game);
  addLogout(app, game);
  game.url = await listen(app, port);
  const close = () => closeWithin(2000, [app.close(), ...[...game.attempts.values()].map((attempt) => attempt.stopWaiting())]);
  return { url: game.url, close };
}

function addPages(app: FastifyInstance, game: Game): void {
  app.get("/", (request, reply) => {
    const begun = game.attempts.get(readCookie(request, attemptCookie) ?? "");
    return sendPage(reply, startPage(findEdition(queryOf(request).get("gameId")), begun));
  });
  app.get("/play.js", (_request, reply) => reply.type("text/javascript").send(playScript));
  app.get("/waiting.js", (_request, reply) => reply.type("text/javascript").send(waitingScript));
  app.get("/inside.js", (_request, reply) => reply.type("text/javascript").send(insideScript));
  app.get("/play", async (request, reply) => {
    const query = queryOf(request);
    const edition = findEdition(query.get("gameId"));
    if (edition === undefined) return reply.redirect("/", 303);
    const browser = browserOf(request, reply, browserCookie);
    const wish = { edition, kind: kindOf(query.get("kind")), browser, orgId: query.get("orgId"), id: query.get("attempt") };
    const attempt = await begin(game, wish);
    setCookie(reply, attemptCookie, attempt.id);
    return reply.redirect(attempt.loginUrl, 303);
  });
  app.get("/seat", async (request, reply) => {
    const query = queryOf(request);
    const edition = findEdition(query.get("gameId"));
    if (edition === undefined) return sendPage(reply, deviceStartPage());
    const browser = browserOf(request, reply, browserCookie);
    try {
      const attempt = await beginDevice(game, { edition, browser, deviceName: query.get("device") ?? "TV" });
      return await reply.redirect(`/waiting/${attempt.id}`, 303);
    } catch (error) {
      return sendPage(reply.code(502), noDevicePage(await failureInWords(error)));
    }
  });
  app.get("/callback", (request, reply) => takeCallback(game, request, reply));
  app.get<{ Params: { attempt: string } }>("/waiting/:attempt", (request, reply) =>
    sendPage(reply, attemptPage(game.attempts.get(request.params.attempt))),
  );
  app.post<{ Params: { attempt: string }; Body: { action: (typeof tokenActions)[number] } }>(
    "/attempts/:attempt/action",
    { schema: { body: actionBody } },
    async (request, reply) => {
      const attempt = game.attempts.get(request.params.attempt);
      if (attempt === undefined) return sendPage(reply.code(404), noSuchAttemptPage());
      await runTokenAction(game, attempt, request.body.action);
      return reply.redirect(`/waiting/${attempt.id}`, 303);
    },
  );
}

function addReports(app: FastifyInstance, game: Game): void {
  app.get("/arrivals", () => listArrivals(game));
  app.get<{ Params: { attempt: string } }>("/attempts/:attempt", (request, reply) => {
    const attempt = game.attempts.get(request.params.attempt);
    return attempt === undefined ? reply.code(404).send({ message: "No such attempt." }) : reply.send(reportOf(attempt));
  });
  app.post<{ Body: { gameId: number; kind: Wish["kind"]; orgId?: string } }>(
    "/attempts",
    { schema: { body: attemptBody } },
    async (request, reply) => {
      const { gameId, kind, orgId } = request.body;
      const edition = findEdition(gameId);
      if (edition === undefined) return reply.code(400).send({ message: "No such edition." });
      const attempt = await begin(game, { edition, kind, browser: browserOf(request, reply, browserCookie), orgId: orgId ?? null });
      return reply.code(201).send({ attempt: attempt.id, loginUrl: attempt.loginUrl, callbackUrl: attempt.callbackUrl });
    },
  );
}

/** The game's address for OpenID Connect Back-Channel Logout, section 2.5. */
function addLogout(app: FastifyInstance, game: Game): void {
  app.post<{ Body: { logout_token?: string } }>("/logged-out", async (request, reply) => {
    try {
      await endLogin(game, request.body.logout_token ?? "");
      return await reply.send();
    } catch {
      return reply.code(400).send();
    }
  });
}

/** Names the browser's last attempt, to return to it. */
const attemptCookie = "game-attempt";

/** Identifies the browser that owns `state` and verifier. */
const browserCookie = "game-browser";

/**
 * The registered web callback. It accepts the answer only from the browser that pressed Play. Otherwise an attacker could send
 * a teacher the address of the attacker's own login, and play with the teacher's rights. It then redirects to the game page,
 * which removes the code from the address bar.
 */
async function takeCallback(game: Game, request: FastifyRequest, reply: FastifyReply) {
  const parameters = queryOf(request);
  if (game.fault === "breaks-when-refused" && parameters.has("error")) return reply.code(500).send("No code.");
  const isCareless = game.fault === "ignores-state";
  const attempt = isCareless ? [...game.attempts.values()].at(-1) : findByState(game, parameters.get("state"));
  if (attempt?.kind !== "web") return sendPage(reply.code(400), noSuchAttemptPage());
  if (!isCareless && readCookie(request, browserCookie) !== attempt.browser) return sendPage(reply.code(403), foreignAttemptPage());
  await arrive(game, attempt, parameters);
  setCookie(reply, attemptCookie, attempt.id);
  return reply.redirect(`/waiting/${attempt.id}`, 303);
}

async function begin(game: Game, wish: Wish): Promise<Attempt> {
  const attempt = await beginAttempt(game, wish, async (parameters) => {
    await arrive(game, attempt, parameters);
    return { gameUrl: `${game.url}/waiting/${attempt.id}`, hasArrived: attempt.outcome.status === "arrived" };
  });
  return attempt;
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(text);
}

function kindOf(kind: string | null): Wish["kind"] {
  return kind === "loopback" ? "loopback" : "web";
}

const actionBody = { type: "object", required: ["action"], properties: { action: { enum: tokenActions } } };

const attemptBody = {
  type: "object",
  required: ["gameId"],
  properties: {
    gameId: { type: "integer" },
    kind: { enum: ["web", "loopback"], default: "web" },
    orgId: { type: "string", maxLength: 64 },
  },
};

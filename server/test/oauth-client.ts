/** A game in tests: makes a PKCE pair, requests the hand-over, redeems it, reads its token. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import * as z from "zod";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { accessTokenClaims, issueTokens, tokenAnswer } from "@storyport/contract/tokens";
import type { AccessTokenClaims } from "@storyport/contract/tokens";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Answer, Browser, CallParts } from "./browser.ts";
import { webCallback } from "./builders.ts";
import type { TestPortal } from "./build-app.ts";

export interface PkcePair {
  verifier: string;
  challenge: string;
}

export function aPkcePair(): PkcePair {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Requests the hand-over as the portal's page does after consent; `query` replaces members. */
export async function askHandOver(browser: Browser, game: { id: number }, parts: CallParts = {}): Promise<Answer> {
  const query = aGameLogin(game, parts.query);
  return browser.call(finishGameLogin, { ...parts, query: { consent: await consentTo(browser, query), ...query } });
}

/** A complete request of the game, to pass on unchanged. */
export function aGameLogin(game: { id: number }, parts: Record<string, unknown> = {}): Record<string, unknown> {
  return { gameId: game.id, state: "a-state", clientCode: aPkcePair().challenge, deeplink: webCallback, ...parts };
}

/** Consents to exactly this request, as the button does. Returns undefined if the portal refuses the request itself. */
export async function consentTo(browser: Browser, login: Record<string, unknown>): Promise<string | undefined> {
  const { body } = await browser.call(consentToGameLogin, { body: { ...login, isConfirmed: true } });
  const answer = consentToGameLogin.response.safeParse(body);
  return answer.success && answer.data.is === "given" ? answer.data.consent : undefined;
}

export interface HandOver extends PkcePair {
  code: string;
  handover: string;
  deeplinkUrl: URL;
  clientId: string;
  redirectUri: string;
}

/** A successful hand-over. */
export async function handOver(browser: Browser, game: { id: number }, query: Record<string, unknown> = {}): Promise<HandOver> {
  const pair = aPkcePair();
  const { status, body, text } = await askHandOver(browser, game, { query: { clientCode: pair.challenge, ...query } });
  if (status !== 200) throw new Error(`No hand-over: ${status} ${text}`);
  const answer = finishGameLogin.response.parse(body);
  const deeplinkUrl = new URL(answer.deeplinkUrl);
  return {
    ...pair,
    deeplinkUrl,
    handover: answer.handover,
    code: deeplinkUrl.searchParams.get("code") ?? "",
    clientId: String(game.id),
    redirectUri: String(query["deeplink"] ?? webCallback),
  };
}

type Form = Record<string, string | undefined> | URLSearchParams;

/** Posts to the token endpoint as a program does, without cookies and Fetch Metadata. */
export async function postToken(portal: Pick<TestPortal, "app">, form: Form, headers: Record<string, string> = {}): Promise<Answer> {
  return postForm(portal, endpointUrl(issueTokens), { form, headers });
}

export async function postForm(
  { app }: Pick<TestPortal, "app">,
  url: string,
  { form, headers = {} }: { form: Form; headers?: Record<string, string> },
): Promise<Answer> {
  const payload = form instanceof URLSearchParams ? form : new URLSearchParams(withoutUndefined(form));
  return send(app, {
    method: "POST",
    url,
    payload: payload.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
}

export async function postJson({ app }: Pick<TestPortal, "app">, url: string, body: unknown): Promise<Answer> {
  return send(app, { method: "POST", url, payload: JSON.stringify(body), headers: { "content-type": "application/json" } });
}

async function send(app: FastifyInstance, request: InjectOptions): Promise<Answer> {
  const response = await app.inject(request);
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : undefined,
    text: response.body,
  };
}

function withoutUndefined(form: Record<string, string | undefined>): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
}

/** The form that redeems a hand-over; `changes` replaces members, or removes them with undefined. */
export function redemptionOf(handover: HandOver, changes: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return {
    grant_type: "authorization_code",
    client_id: handover.clientId,
    code: handover.code,
    redirect_uri: handover.redirectUri,
    code_verifier: handover.verifier,
    ...changes,
  };
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  clientId: string;
  claims: AccessTokenClaims;
}

export function readTokens(answer: Answer, clientId: string): Tokens {
  if (answer.status !== 200) throw new Error(`No tokens: ${answer.status} ${answer.text}`);
  const { access_token, refresh_token } = tokenAnswer.parse(answer.body);
  return { accessToken: access_token, refreshToken: refresh_token ?? "", clientId, claims: claimsOf(access_token) };
}

/** Gets tokens for a session in one call. */
export async function tokensFor(
  portal: Pick<TestPortal, "app">,
  browser: Browser,
  { game, query }: { game: { id: number }; query?: Record<string, unknown> },
): Promise<Tokens> {
  const handover = await handOver(browser, game, query);
  return readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
}

export function refresh(
  portal: Pick<TestPortal, "app">,
  { clientId, refreshToken }: Pick<Tokens, "clientId" | "refreshToken">,
): Promise<Answer> {
  return postToken(portal, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });
}

/** Parses the claims strictly: a member outside the contract fails the test. */
export function claimsOf(accessToken: string): AccessTokenClaims {
  return z.strictObject(accessTokenClaims.shape).parse(partOf(accessToken, 1));
}

export function headerOf(accessToken: string): unknown {
  return partOf(accessToken, 0);
}

function partOf(token: string, index: number): unknown {
  return JSON.parse(Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8"));
}

/** A fetch for stock OAuth libraries that calls the application without a network. */
export function fetchFrom({ app }: Pick<TestPortal, "app">) {
  return async (url: string, options: { method?: string; headers?: Record<string, string>; body?: unknown }): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const request: InjectOptions = {
      method: options.method === "POST" ? "POST" : "GET",
      url: pathname + search,
      headers: options.headers ?? {},
    };
    if (options.body instanceof URLSearchParams) request.payload = options.body.toString();
    const response = await app.inject(request);
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) headers.set(name, String(value));
    return new Response(response.body, { status: response.statusCode, headers });
  };
}

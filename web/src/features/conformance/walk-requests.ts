/** The requests of a login, as a game sends them. Only the memory of the open page has the tokens, and no storage of the browser. */
import type { Walk } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, issueTokens, listTokenRights, revokeToken } from "@storyport/contract/tokens";

/** The steps in their order. "reuse" ends the token family, so "ended" shows that the present refresh token is refused too. */
export const walkSteps = ["authorize", "token", "rights", "userinfo", "refresh", "reuse", "ended", "revoke"] as const;
export type WalkStep = (typeof walkSteps)[number];

export type Parts = Readonly<Record<string, string>>;

/** What a game remembers between the requests. */
export interface Memory {
  walk: Walk;
  gameId: string;
  scope: string;
  state: string;
  nonce: string;
  verifier: string;
  challenge: string;
  code?: string | undefined;
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
  /** The token before the last refresh, for the step "reuse". */
  formerRefreshToken?: string | undefined;
}

export interface WalkRequest {
  method: "GET" | "POST";
  /** The address without its query. */
  url: string;
  /** The query of a GET, or the form of a POST. */
  parts: Parts;
  bearer?: string | undefined;
}

export interface WalkAnswer {
  status: number;
  /** Members of the callback's query, or of the body. */
  parts: Parts;
}

/** Makes fresh secrets, as each login of a game needs (RFC 7636, section 4.1). */
export async function rememberFor(walk: Walk, game: { gameId: number; maxScope: string }): Promise<Memory> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const scope = walk.isOpenid ? `${game.maxScope} openid` : game.maxScope;
  const own = { state: randomText(), nonce: randomText(), verifier, challenge: base64url(new Uint8Array(digest)) };
  return { walk, gameId: String(game.gameId), scope, ...own };
}

/** The steps of this walk. Userinfo is for OpenID clients alone. */
export function stepsOf({ isOpenid }: Walk): WalkStep[] {
  return walkSteps.filter((step) => step !== "userinfo" || isOpenid);
}

/** Returns the request of a step. What the game does not know yet is empty in it. */
export function requestOf(step: WalkStep, memory: Memory): WalkRequest {
  const { walk, gameId, state, accessToken } = memory;
  const { issuer, callbackUrl } = walk;
  const post = (path: string, parts: Parts): WalkRequest => ({ method: "POST", url: issuer + path, parts });
  const refresh = (token = "") => post(endpointUrl(issueTokens), { grant_type: "refresh_token", client_id: gameId, refresh_token: token });
  switch (step) {
    case "authorize": {
      const parts = { gameId, scope: memory.scope, state, clientCode: memory.challenge, callbackUrl };
      return { method: "GET", url: `${issuer}/game-login`, parts: walk.isOpenid ? { ...parts, nonce: memory.nonce } : parts };
    }
    case "token":
      return post(endpointUrl(issueTokens), {
        grant_type: "authorization_code",
        client_id: gameId,
        code: memory.code ?? "",
        code_verifier: memory.verifier,
        redirect_uri: callbackUrl,
      });
    case "rights":
      return { method: "GET", url: issuer + endpointUrl(listTokenRights), parts: { kind: "players" }, bearer: accessToken };
    case "userinfo":
      return { method: "GET", url: issuer + endpointUrl(getUserinfo), parts: {}, bearer: accessToken };
    case "refresh":
    case "ended":
      return refresh(memory.refreshToken);
    case "reuse":
      return refresh(memory.formerRefreshToken);
    case "revoke":
      return post(endpointUrl(revokeToken), { client_id: gameId, token: memory.refreshToken ?? "" });
  }
}

/**
 * Sends a request for real. The browser follows the redirect to the callback, which is a page of ours, and its address is the answer.
 * Rejects without a network, and if the answer is no JSON.
 */
export async function sendRequest({ method, url, parts, bearer }: WalkRequest): Promise<WalkAnswer> {
  const text = new URLSearchParams(parts).toString();
  const headers = { accept: "application/json", ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) };
  const response =
    method === "GET"
      ? await fetch(text === "" ? url : `${url}?${text}`, { headers, cache: "no-store" })
      : // Without credentials, so that a challenge makes no browser ask for a password.
        await fetch(url, { method, headers, body: new URLSearchParams(parts), credentials: "omit" });
  if (response.redirected) return { status: 302, parts: Object.fromEntries(new URL(response.url).searchParams) };
  return { status: response.status, parts: partsOf(await response.text()) };
}

/** What the game remembers after an answer. */
export function remember(step: WalkStep, memory: Memory, { parts }: WalkAnswer): Memory {
  const { code, access_token: accessToken, refresh_token: refreshToken } = parts;
  if (step === "authorize") return { ...memory, code };
  if (step === "token" || step === "refresh") return { ...memory, accessToken, refreshToken, formerRefreshToken: memory.refreshToken };
  return memory;
}

/** Whether a right login has this answer. */
export function isExpected(step: WalkStep, { walk, state }: Memory, { status, parts }: WalkAnswer): boolean {
  if (step === "authorize")
    return status === 302 && parts["state"] === state && parts["iss"] === walk.issuer && parts["code"] !== undefined;
  if (step === "reuse" || step === "ended") return status === 400 && parts["error"] === "invalid_grant";
  return status === 200;
}

/** Returns the request as a command for a terminal. */
export function curlOf({ method, url, parts, bearer }: WalkRequest): string {
  const data = Object.entries(parts).map(([name, value]) => ` --data-urlencode '${name}=${value}'`);
  // The issuer redirects from the portal's own pages alone.
  const header = bearer === undefined ? " -H 'Sec-Fetch-Site: same-origin'" : ` -H 'Authorization: Bearer ${bearer}'`;
  return method === "GET" ? `curl -i -G${header} '${url}'${data.join("")}` : `curl -i '${url}'${data.join("")}`;
}

/** Returns header and claims of a token together, unverified: for a person to read. Returns undefined if the text is no token. */
export function decoded(token: string): Parts | undefined {
  try {
    const [head = "", claims = ""] = token.split(".", 2).map((part) => atob(part.replaceAll("-", "+").replaceAll("_", "/")));
    return { ...partsOf(head), ...partsOf(claims) };
  } catch {
    return undefined;
  }
}

function partsOf(text: string): Parts {
  if (text === "") return {};
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));
}

/** 43 characters, enough for a code_verifier, a state and a nonce. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The game and the dashboard as clients of the portal, with a stock OAuth library. It also has the faults of `game/faults.ts`. */
import * as oauth from "oauth4webapi";
import { askAgain, readUnverified, refuseFuture, staleKeys } from "#/game/faults.ts";
import type { GameFault } from "#/game/faults.ts";

export interface PortalClient {
  /** Without a slash at its end, as the tokens name their issuer. */
  portalUrl: string;
  clientId: string;
  authentication: oauth.ClientAuth;
  /** The required audience of the access token. */
  audience: string;
  /** What a stand-in does wrong on purpose. */
  fault?: GameFault | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What a token allows. */
export interface Access {
  /** The claims of the token, verified and unchanged. */
  claims: Claims;
  /** The kinds of rights that the token leaves out, fetched with it. Named like its claims. */
  rights: Claims;
}

export interface Tokens extends Access {
  accessToken: string;
  refreshToken: string | undefined;
}

/** A callback that passed its checks; only such a callback can be redeemed. */
export interface CheckedCallback {
  server: oauth.AuthorizationServer;
  parameters: URLSearchParams;
}

export interface RedeemOptions {
  callbackUrl: string;
  /** Absent for a client with a secret that sent no challenge. */
  verifier?: string;
}

/**
 * Checks `state` and `iss` of a callback (RFC 6749 10.12, RFC 9207) before the code is sent. Without an own `state` the callback
 * must have none, because the portal began. `iss` is required even if the metadata does not promise it, because the portal
 * always sends it.
 */
export async function checkCallback(
  client: PortalClient,
  parameters: URLSearchParams,
  state: string | undefined,
): Promise<CheckedCallback> {
  const isCareless = client.fault === "ignores-issuer";
  const server = { ...(await discover(client)), authorization_response_iss_parameter_supported: !isCareless };
  if (isCareless) parameters.delete("iss");
  const expected = state ?? oauth.expectNoState;
  return { server, parameters: oauth.validateAuthResponse(server, { client_id: client.clientId }, parameters, expected) };
}

/** Exchanges the code for tokens and verifies the access token. */
export async function redeemCode(
  client: PortalClient,
  { server, parameters }: CheckedCallback,
  { callbackUrl, verifier }: RedeemOptions,
): Promise<Tokens> {
  const self = { client_id: client.clientId };
  // oxlint-disable-next-line typescript/no-deprecated -- a verifier without a challenge is to be refused (RFC 9700 4.8.2)
  const proof = verifier ?? oauth.nopkce;
  const sentCallback = client.fault === "other-callback" ? `${callbackUrl}/` : callbackUrl;
  const ask = () =>
    oauth.authorizationCodeGrantRequest(server, self, client.authentication, parameters, sentCallback, proof, requestOptions());
  const response = client.fault === "hammers" ? await askAgain(ask) : await ask();
  const answer = await oauth.processAuthorizationCodeResponse(server, self, response);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    ...(await readAccess(client, server, answer.access_token)),
  };
}

/** What a device without camera and keyboard shows while it waits for a child (RFC 8628). */
export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  address: string;
  pictures: string[];
  intervalInSeconds: number;
}

export interface DeviceWish {
  deviceName: string;
  /** From the device's last tokens. */
  deviceKey: string | undefined;
}

/** Requests a device code. `device_name`, `device_key` and `pictures` are the portal's own, and no standard. */
export async function requestDeviceCode(client: PortalClient, { deviceName, deviceKey }: DeviceWish): Promise<DeviceCode> {
  const server = await discover(client);
  const self = { client_id: client.clientId };
  const wish = { device_name: deviceName, ...(deviceKey === undefined ? {} : { device_key: deviceKey }) };
  const response = await oauth.deviceAuthorizationRequest(server, self, client.authentication, wish, requestOptions());
  const answer = await oauth.processDeviceAuthorizationResponse(server, self, response);
  const pictures = Array.isArray(answer["pictures"]) ? answer["pictures"] : [];
  return {
    deviceCode: answer.device_code,
    userCode: answer.user_code,
    address: answer.verification_uri_complete ?? answer.verification_uri,
    pictures: pictures.flatMap((picture) => textMember(picture, "url") ?? []),
    intervalInSeconds: answer.interval ?? 5,
  };
}

export type Polled = { is: "waiting" | "too soon" } | { is: "arrived"; tokens: Tokens; deviceKey: string | undefined };

/** Asks once whether a teacher has seated a child. Throws if there is nothing more to wait for, or if the portal does not answer. */
export async function pollDeviceCode(client: PortalClient, deviceCode: string): Promise<Polled> {
  const server = await discover(client);
  const self = { client_id: client.clientId };
  try {
    const response = await oauth.deviceCodeGrantRequest(server, self, client.authentication, deviceCode, requestOptions());
    const answer = await oauth.processDeviceCodeResponse(server, self, response);
    const access = await readAccess(client, server, answer.access_token);
    const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token, ...access };
    return { is: "arrived", tokens, deviceKey: textMember(answer, "device_key") };
  } catch (error) {
    if (!(error instanceof oauth.ResponseBodyError)) throw error;
    if (error.error === "authorization_pending") return { is: "waiting" };
    if (error.error === "slow_down") return { is: "too soon" };
    throw error;
  }
}

/** Exchanges the refresh token for new tokens. If the portal does not rotate, the old one stays. */
export async function refreshTokens(client: PortalClient, tokens: Tokens): Promise<Tokens> {
  if (tokens.refreshToken === undefined) throw new Error("There is no refresh token.");
  const server = await discover(client);
  const self = { client_id: client.clientId };
  const { refreshToken } = tokens;
  const ask = () => oauth.refreshTokenGrantRequest(server, self, client.authentication, refreshToken, requestOptions());
  const response = client.fault === "ignores-revocation" ? await askAgain(ask) : await ask();
  const answer = await oauth.processRefreshTokenResponse(server, self, response);
  const access = await readAccess(client, server, answer.access_token);
  const next = client.fault === "keeps-refresh-token" ? undefined : answer.refresh_token;
  return { accessToken: answer.access_token, refreshToken: next ?? refreshToken, ...access };
}

/** Requests a narrower access token (the portal's own call, not a standard) and verifies it. */
export async function narrowScope(client: PortalClient, tokens: Tokens, scope: string): Promise<Access> {
  const server = await discover(client);
  const response = await fetch(`${client.portalUrl}/api/auth/token/scope`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ scope, accessToken: tokens.accessToken }),
    signal: timeLimit(),
  });
  const answer = await jsonOf(response);
  const narrowed = textMember(answer, "accessToken");
  if (!response.ok || narrowed === undefined) throw new Error(inWordsOfThePortal(answer, response.status));
  return readAccess(client, server, narrowed);
}

/** Revokes the refresh token (RFC 7009), or the access token if there is no other. */
export async function giveBack(client: PortalClient, tokens: Tokens): Promise<void> {
  if (client.fault === "forgets-logout") return;
  const server = await discover(client);
  const token = tokens.refreshToken ?? tokens.accessToken;
  const response = await oauth.revocationRequest(server, { client_id: client.clientId }, client.authentication, token, requestOptions());
  await oauth.processRevocationResponse(response);
}

/** Explains any failure in a sentence; the portal's own words (error and error_description) come first. */
export async function failureInWords(error: unknown): Promise<string> {
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const answer = await jsonOf(error.response.clone());
    return inWordsOfThePortal(answer, error.status);
  }
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    return `${error.error}: ${error.error_description ?? "(no description)"}`;
  }
  if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")) {
    return `The portal does not answer (${error.message}).`;
  }
  return error instanceof Error ? error.message : String(error);
}

async function discover(client: PortalClient): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(client.portalUrl);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...requestOptions() }));
}

/** Verifies the token. Fetches the kinds that it leaves out in pages, until `next` is null. */
async function readAccess(client: PortalClient, server: oauth.AuthorizationServer, accessToken: string): Promise<Access> {
  const claims = await verifyAccessToken(client, server, accessToken);
  const rights: Record<string, unknown> = {};
  if (client.fault === "strict-clock") refuseFuture(claims);
  const omitted: unknown = client.fault === "reads-no-rights" ? [] : claims["rightsOmitted"];
  for (const kind of Array.isArray(omitted) ? omitted : [])
    Object.assign(rights, claimsOfKind(kind, await fetchRights(client, accessToken, kind)));
  return { claims, rights };
}

interface Right {
  id: string;
  rightsType?: string;
}

async function fetchRights(client: PortalClient, accessToken: string, kind: unknown): Promise<Right[]> {
  const rights: Right[] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    const url = new URL(`${client.portalUrl}/api/auth/token/rights`);
    url.searchParams.set("kind", String(kind));
    if (after !== "") url.searchParams.set("after", after);
    const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` }, signal: timeLimit() });
    const answer = await jsonOf(response);
    const results: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "results") : undefined;
    if (!response.ok || !Array.isArray(results)) throw new Error(inWordsOfThePortal(answer, response.status));
    rights.push(...results.map(toRight));
    after = client.fault === "reads-first-page" ? undefined : textMember(answer, "next");
  }
  return rights;
}

function toRight(result: unknown): Right {
  const rightsType = textMember(result, "rightsType");
  return { id: textMember(result, "id") ?? "", ...(rightsType === undefined ? {} : { rightsType }) };
}

/** Formats fetched rights like the token's claims. */
function claimsOfKind(kind: unknown, rights: readonly Right[]): Claims {
  const ids = rights.map(({ id }) => id);
  const levels = Object.fromEntries(rights.map(({ id, rightsType }) => [id, rightsType]));
  switch (kind) {
    case "games":
      return { gameIds: ids.map(Number) };
    case "players":
      return { playerIds: ids, playerRights: levels };
    case "playerGroups":
      return { playerGroupIds: ids, playerGroupRights: levels };
    case "userGroups":
      return { userGroupIds: ids, userGroupRights: levels };
    default:
      return {};
  }
}

/** RFC 9068: type at+jwt, issuer, audience, expiry, the required claims, and an ES256 signature by a key of the JWKS. */
async function verifyAccessToken(client: PortalClient, server: oauth.AuthorizationServer, accessToken: string): Promise<Claims> {
  if (client.fault === "skips-signature") return readUnverified(accessToken, client.audience);
  // The library reads the token from a request. Nothing is sent to its address.
  const request = new Request("http://resource.invalid/", { headers: { authorization: `Bearer ${accessToken}` } });
  return oauth.validateJwtAccessToken(server, request, client.audience, {
    signingAlgorithms: ["ES256"],
    ...requestOptions(),
    ...(client.fault === "ignores-expiry" && { [oauth.clockTolerance]: 24 * 3600 }),
    ...(client.fault === "keeps-keys" && { [oauth.customFetch]: staleKeys(client.portalUrl) }),
  });
}

function requestOptions() {
  // The demo's portal speaks plain http on the loopback address.
  // oxlint-disable-next-line typescript/no-deprecated -- meant for exactly this, marked so that it stands out
  return { [oauth.allowInsecureRequests]: true, signal: timeLimit };
}

function timeLimit(): AbortSignal {
  return AbortSignal.timeout(5000);
}

function inWordsOfThePortal(answer: unknown, status: number): string {
  const error = textMember(answer, "error") ?? textMember(answer, "code") ?? `HTTP ${status}`;
  return `${error}: ${textMember(answer, "error_description") ?? textMember(answer, "message") ?? "(no description)"}`;
}

/** Returns the body as JSON. A failing portal may answer anything. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return {};
  }
}

function textMember(answer: unknown, name: string): string | undefined {
  const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
  return typeof value === "string" ? value : undefined;
}

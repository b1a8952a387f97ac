/** A small OpenID provider on a loopback port, whose answers a test can falsify. It has three issuers, each with its own keys. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBytes } from "node:crypto";
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from "jose";
import type { CryptoKey, JWK } from "jose";
import type { Provider } from "@storyport/contract/vocabulary";

/** A person as the provider knows them. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  userinfo?: Record<string, unknown>;
  /** At Feide: the groups of the person, and the members of each. */
  groups?: readonly ({ id: string; members: readonly object[] } & Record<string, unknown>)[];
}

export type Signing = "RS256" | "other key" | "none" | "HS256 with the public key" | "HS256 with the client secret";

/** What a test falsifies; without any entry the provider is correct. */
export interface Bends {
  /** Overrides claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>;
  signing?: Signing;
  header?: Record<string, unknown>;
  /** Runs before the real answer. Returns true if it has answered itself. */
  before?: (path: string, response: ServerResponse) => boolean | Promise<boolean>;
  metadata?: Record<string, unknown>;
  withoutIdToken?: boolean;
}

interface Grant {
  person: Person;
  /** When the person was asked, in seconds; only sent if the portal asks with `max_age`. */
  authTime: number | undefined;
  nonce: string;
  challenge: string;
  redirectUri: string;
}

interface Issuer {
  url: string;
  provider: Provider;
  key: CryptoKey;
  jwk: JWK;
  pem: string;
  grants: Map<string, Grant>;
  people: Map<string, Person>;
}

export interface TestIdentityProvider {
  /** Settings for `buildTestPortal`. */
  env: Record<string, string>;
  bends: Bends;
  /** The requested paths, in order. */
  readonly requests: string[];
  issuerOf(provider: Provider): string;
  /** Acts as the user on the provider's page, and returns the query of the redirect to the portal. */
  consent(authorizationUrl: string, person: Person): Record<string, string>;
  /** Removes all falsifications. */
  behave(): void;
  close(): Promise<void>;
}

const prefixes: Record<Provider, string> = { FEIDE: "/feide", GOOGLE: "/google", APPLE: "/apple" };

const secretOf = (provider: Provider): string => `${provider.toLowerCase()}-secret-for-tests`;

export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const issuers: Issuer[] = [];
  const requests: string[] = [];
  const provider: TestIdentityProvider = {
    env: {},
    bends: {},
    requests,
    issuerOf: (name) => issuers.find((issuer) => issuer.provider === name)?.url ?? "",
    consent: (authorizationUrl, person) => grantCode(issuers, new URL(authorizationUrl), person),
    behave: () => void (provider.bends = {}),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(issuers, provider, { request, response }).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  for (const name of ["FEIDE", "GOOGLE", "APPLE"] as const) {
    const issuer = await createIssuer(name, `http://127.0.0.1:${address.port}${prefixes[name]}`);
    issuers.push(issuer);
    const client = { [`${name}_CLIENT_ID`]: "storyport", [`${name}_CLIENT_SECRET`]: secretOf(name) };
    Object.assign(provider.env, { [`${name}_ISSUER`]: issuer.url, ...client });
  }
  const feide = provider.issuerOf("FEIDE");
  Object.assign(provider.env, { FEIDE_USERINFO_URL: `${feide}/userinfo/v1/userinfo`, FEIDE_GROUPS_URL: `${feide}/groups-api/groups` });
  return provider;
}

async function createIssuer(provider: Provider, url: string): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  return { url, provider, key: privateKey, jwk, pem: await exportSPKI(publicKey), grants: new Map(), people: new Map() };
}

function grantCode(issuers: Issuer[], login: URL, person: Person): Record<string, string> {
  const issuer = issuers.find(({ url }) => login.href.startsWith(`${url}/authorize`));
  if (issuer === undefined) throw new Error(`no such provider: ${login.href}`);
  const { searchParams } = login;
  const code = randomBytes(16).toString("base64url");
  issuer.grants.set(code, {
    person,
    // Google knows no such claim.
    authTime: searchParams.has("max_age") && issuer.provider !== "GOOGLE" ? Math.floor(Date.now() / 1000) : undefined,
    nonce: searchParams.get("nonce") ?? "",
    challenge: searchParams.get("code_challenge") ?? "",
    redirectUri: searchParams.get("redirect_uri") ?? "",
  });
  return { state: searchParams.get("state") ?? "", code, iss: issuer.url };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function answer(issuers: Issuer[], provider: TestIdentityProvider, { request, response }: Exchange): Promise<void> {
  const path = request.url ?? "";
  provider.requests.push(path);
  if ((await provider.bends.before?.(path, response)) === true) return;
  const issuer = issuers.find(({ provider: name }) => path.startsWith(`${prefixes[name]}/`));
  if (issuer === undefined) return send(response, 404, {});
  const { bends } = provider;
  switch (path.slice(prefixes[issuer.provider].length)) {
    case "/.well-known/openid-configuration":
      return send(response, 200, { ...metadataOf(issuer), ...bends.metadata });
    case "/jwks":
      return send(response, 200, { keys: [issuer.jwk] });
    case "/token":
      return redeem(issuer, bends, { request, response });
    case "/userinfo/v1/userinfo": {
      const person = issuer.people.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      return person === undefined ? send(response, 401, { error: "invalid_token" }) : send(response, 200, person.userinfo ?? {});
    }
    default:
      return answerGroups(issuer, { request, response });
  }
}

/** Feide's groups API. */
function answerGroups(issuer: Issuer, { request, response }: Exchange): void {
  const [, path = ""] = request.url?.split("/groups-api/groups/") ?? [];
  const person = issuer.people.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
  if (path === "" || person === undefined) return send(response, path === "" ? 404 : 401, {});
  const groups = person.groups ?? [];
  if (path === "me/groups")
    return send(
      response,
      200,
      groups.map(({ members: _, ...group }) => group),
    );
  const group = groups.find(({ id }) => path === `groups/${encodeURIComponent(id)}/members`);
  send(response, group === undefined ? 404 : 200, group?.members ?? {});
}

function metadataOf({ url, provider }: Issuer): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    ...(provider === "APPLE" ? {} : { end_session_endpoint: `${url}/session/end` }),
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: provider === "GOOGLE",
  };
}

async function redeem(issuer: Issuer, bends: Bends, { request, response }: Exchange): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const grant = issuer.grants.get(form.get("code") ?? "");
  issuer.grants.delete(form.get("code") ?? "");
  const challenge = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(form.get("code_verifier") ?? "")));
  const isRight =
    grant !== undefined &&
    Buffer.from(challenge).toString("base64url") === grant.challenge &&
    form.get("redirect_uri") === grant.redirectUri &&
    form.get("client_id") === "storyport" &&
    form.get("client_secret") === secretOf(issuer.provider);
  if (!isRight) return send(response, 400, { error: "invalid_grant", error_description: "<script>alert(1)</script>" });
  const accessToken = randomBytes(16).toString("base64url");
  issuer.people.set(accessToken, grant.person);
  const token = bends.withoutIdToken === true ? {} : { id_token: await signIdToken(issuer, bends, grant) };
  send(response, 200, { access_token: accessToken, token_type: "Bearer", expires_in: 600, ...token });
}

async function signIdToken(
  issuer: Issuer,
  { claims, signing = "RS256", header }: Bends,
  { person, nonce, authTime }: Grant,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const { userinfo: _, groups: __, ...identity } = person;
  const payload = { iss: issuer.url, aud: "storyport", iat: now, exp: now + 300, nonce, auth_time: authTime, ...identity, ...claims };
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  if (signing === "none") return `${encode({ alg: "none" })}.${encode(payload)}.`;
  const kid = { kid: "1", ...header };
  // Without `crit` the library does not sign the header of a test that has a critical extension `x`.
  if (signing === "RS256") return new SignJWT(payload).setProtectedHeader({ alg: "RS256", ...kid }).sign(issuer.key, { crit: { x: true } });
  if (signing === "other key") {
    const { privateKey } = await generateKeyPair("RS256");
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", ...kid }).sign(privateKey);
  }
  const secret = signing === "HS256 with the public key" ? issuer.pem : secretOf(issuer.provider);
  return new SignJWT(payload).setProtectedHeader({ alg: "HS256", ...kid }).sign(new TextEncoder().encode(secret));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

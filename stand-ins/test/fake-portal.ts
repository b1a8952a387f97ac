/** A small authorization server with the portal's wire format, to test the checks of the stand-ins. */
import { createHash, randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { createWebServer, listen } from "#/web-server.ts";

export interface Code {
  code: string;
  clientId: string;
  audience: string;
  callbackUrl: string;
  challenge?: string;
}

/** The faults of the next tokens. */
export interface Forgery {
  audience?: string;
  issuer?: string;
  type?: string;
  /** In seconds since 1970. */
  expiresAt?: number;
  isSignedByAnother?: boolean;
}

export interface FakePortal {
  url: string;
  forgery: Forgery;
  tokenRequests: URLSearchParams[];
  authorizations: (string | undefined)[];
  revoked: string[];
  /** Players that the next tokens leave out, with the rights level on each. They are returned two a page. */
  omittedPlayers: Record<string, string>;
  issueCode: (code: Omit<Code, "code">) => string;
  /** Signs a logout token for the dashboard; `changes` replaces claims. */
  signLogout: (changes?: Record<string, unknown>, typ?: string) => Promise<string>;
  close: () => Promise<unknown>;
}

export async function startFakePortal(): Promise<FakePortal> {
  const own = await generateKeyPair("ES256");
  const another = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const codes = new Map<string, Code>();
  const app = createWebServer();
  const portal: FakePortal = {
    url: "",
    forgery: {},
    tokenRequests: [],
    authorizations: [],
    revoked: [],
    omittedPlayers: {},
    signLogout: (changes = {}, typ = "logout+jwt") => signLogoutToken(own.privateKey, { iss: portal.url, ...changes }, typ),
    issueCode: (code) => {
      const made = { ...code, code: randomBytes(32).toString("base64url") };
      codes.set(made.code, made);
      return made.code;
    },
    close: () => app.close(),
  };
  const sign = (audience: string, clientId: string, scope: string) =>
    signToken(portal, portal.forgery.isSignedByAnother ? another.privateKey : own.privateKey, { audience, clientId, scope });
  const tokens = async (audience: string, clientId: string) => ({
    access_token: await sign(audience, clientId, "PLAYERGROUP"),
    token_type: "Bearer",
    expires_in: 600,
    refresh_token: `refresh-${audience}-${randomBytes(4).toString("hex")}`,
    scope: "PLAYERGROUP",
  });

  app.get("/.well-known/oauth-authorization-server", () => ({
    issuer: portal.url,
    token_endpoint: `${portal.url}/api/auth/token`,
    revocation_endpoint: `${portal.url}/api/auth/token/revoke`,
    jwks_uri: `${portal.url}/.well-known/jwks.json`,
  }));
  app.get("/.well-known/jwks.json", () => ({ keys: [jwk] }));
  app.post<{ Body: Record<string, string> }>("/api/auth/token", async (request, reply) => {
    const form = new URLSearchParams(request.body);
    portal.tokenRequests.push(form);
    portal.authorizations.push(request.headers.authorization);
    const refresh = /^refresh-(.+)-[0-9a-f]{8}$/.exec(form.get("refresh_token") ?? "");
    if (refresh?.[1] !== undefined) return tokens(refresh[1], form.get("client_id") ?? "");
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (code === undefined || !isFor(code, form))
      return reply.code(400).send({ error: "invalid_grant", error_description: "The code is spent or not yours." });
    return tokens(code.audience, code.clientId);
  });
  answerTokenHolders(app, portal);
  portal.url = await listen(app, 0);
  return portal;
}

/** The calls of a game with an access token. */
function answerTokenHolders(app: ReturnType<typeof createWebServer>, portal: FakePortal): void {
  app.get<{ Querystring: Record<string, string> }>("/api/auth/token/rights", (request, reply) => {
    portal.authorizations.push(request.headers.authorization);
    const { after = "" } = request.query;
    const left = Object.entries(portal.omittedPlayers).filter(([id]) => id > after);
    const results = left.slice(0, 2).map(([id, rightsType]) => ({ id, rightsType }));
    return reply.send({ results, next: left.length > 2 ? results.at(-1)?.id : null });
  });
  app.post("/api/auth/token/scope", async (_request, reply) =>
    reply.code(403).send({ message: "No player to narrow to.", code: "errors.scopeNotHeld", requestId: "1" }),
  );
  app.post<{ Body: Record<string, string> }>("/api/auth/token/revoke", (request, reply) => {
    portal.revoked.push(request.body["token"] ?? "");
    return reply.send();
  });
}

function isFor(code: Code, form: URLSearchParams): boolean {
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return form.get("redirect_uri") === code.callbackUrl && (code.challenge === undefined || code.challenge === challenge);
}

function signLogoutToken(key: CryptoKey, changes: Record<string, unknown>, typ: string): Promise<string> {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  return new SignJWT({ aud: "dashboard", sid: "login-1", events, ...changes })
    .setProtectedHeader({ alg: "ES256", kid: "one", typ })
    .setIssuedAt()
    .setExpirationTime("2 minutes")
    .setJti(randomBytes(8).toString("hex"))
    .sign(key);
}

function signToken(
  { url, forgery, omittedPlayers }: FakePortal,
  key: CryptoKey,
  about: { audience: string; clientId: string; scope: string },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    client_id: about.clientId,
    sid: "login-1",
    scope: about.scope,
    orgId: "5f0c",
    playerGroupIds: ["2A"],
    roles: ["teacher"],
    permissions: ["login", "login_dashboard"],
    ...(Object.keys(omittedPlayers).length > 0 && { playerIds: [], playerRights: {}, rightsOmitted: ["players"] }),
  })
    .setProtectedHeader({ alg: "ES256", kid: "one", typ: forgery.type ?? "at+jwt" })
    .setIssuer(forgery.issuer ?? url)
    .setAudience(forgery.audience ?? about.audience)
    .setSubject("account-1")
    .setJti(randomBytes(8).toString("hex"))
    .setIssuedAt(now)
    .setExpirationTime(forgery.expiresAt ?? now + 600)
    .sign(key);
}

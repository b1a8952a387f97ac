/** The calls with an access token of the test issuer: the rights that the token leaves out, a narrower token, and userinfo. */
import { createPublicKey } from "node:crypto";
import { compactVerify } from "jose/jws/compact/verify";
import type { Scene } from "@storyport/contract/conformance";
import { listTokenRights, rightsKinds } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import * as z from "zod/mini";
import { refusalOfKind, refusalOfUserinfo } from "#/features/tokens/insufficient-scope.ts";
import { isWider } from "#/features/tokens/rights.ts";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { shown, storable } from "./observed.ts";
import { findLogin, insertObservation } from "./queries.ts";
import type { LoginRow } from "./queries.ts";
import { scopeNow, testToken } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { keyNames, publicJwk } from "./test-keys.ts";

const claimsOfOurs = z.object({ sid: z.uuid(), exp: z.number(), scope: z.enum(tokenScopes) });

interface Presented {
  login: LoginRow;
  scope: TokenScope;
  /** In seconds since 1970. */
  expiresAt: number;
  /** What its login now has. */
  widest: TokenScope;
  /** The token has less than that. */
  isNarrowed: boolean;
}

/**
 * Finds the login of a token that this run made. Finds expired and forged tokens too, which a game must not take. Their use is what the run
 * looks for.
 */
async function readToken(database: Database, server: TestIssuer, token: string): Promise<Presented | undefined> {
  const claims = await readClaims(server, token);
  const login = claims === undefined ? undefined : await findLogin(database, server.run.id, claims.sid);
  if (claims === undefined || login === undefined) return undefined;
  const widest = scopeNow(server, login.token_scope);
  const scope = isWider(claims.scope, widest) ? widest : claims.scope;
  return { login, scope, expiresAt: claims.exp, widest, isNarrowed: isWider(widest, scope) };
}

async function readClaims({ run }: TestIssuer, token: string): Promise<z.output<typeof claimsOfOurs> | undefined> {
  for (const name of keyNames) {
    try {
      const key = createPublicKey({ key: publicJwk(run.keys, name), format: "jwk" });
      const { payload } = await compactVerify(token, key, { algorithms: ["ES256"] });
      return claimsOfOurs.parse(JSON.parse(new TextDecoder().decode(payload)));
    } catch {
      // Another key has made it, or none of them.
    }
  }
  return undefined;
}

/** Why the portal would refuse this demand, by the token that comes with it. A token that is valid may still have too small a scope. */
function refusalOf(
  token: string,
  presented: Presented | undefined,
  refusalOfScope: (token: Presented) => Refusal | undefined,
): Refusal | undefined {
  const isValid = presented !== undefined && presented.login.revoked_at === null && !unworthy.has(presented.login.scene);
  return isValid && !isExpired(presented)
    ? refusalOfScope(presented)
    : new Refusal("errors.accessTokenInvalid", { lacksToken: token === "" });
}

/** Scenes whose access tokens are not valid. */
const unworthy: ReadonlySet<Scene> = new Set<Scene>(["FORGED", "EXPIRED"]);

/** Finds the login of an access token that is neither forged nor expired. The portal's revocation takes no other token either. */
export async function findLoginOfAccessToken(database: Database, server: TestIssuer, token: string): Promise<LoginRow | undefined> {
  const presented = await readToken(database, server, token);
  return presented === undefined || unworthy.has(presented.login.scene) || isExpired(presented) ? undefined : presented.login;
}

function isExpired({ expiresAt }: Presented): boolean {
  return expiresAt * 1000 <= Date.now();
}

interface TestRight {
  id: string;
  rightsType: "PLAY";
}

/** Made-up rights whose ids sort by their number. The id of a game is the number itself. */
function testRights(kind: unknown, count: number): TestRight[] {
  const numbers = Array.from({ length: count }, (_, number) => number + 1);
  const idOf = (number: number) => (kind === "games" ? String(number) : `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  return numbers.map((number) => ({ id: idOf(number), rightsType: "PLAY" }));
}

/** Three rights on pages of two, so that each kind has a second page. Or as many rights as in a large city. */
const few = { count: 3, perPage: 2 };
const many = { count: 5000, perPage: 500 };

/**
 * Returns one page of made-up rights of a kind, also of a kind that the token does not leave out. Refuses a token that is not valid
 * (errors.accessTokenInvalid), and a kind outside the token's scope (errors.scopeInsufficient). Refuses a query that the portal refuses too
 * (errors.invalidInput).
 */
export async function answerRights(
  database: Database,
  server: TestIssuer,
  { token, query }: { token: string; query: Record<string, unknown> },
): Promise<{ results: TestRight[]; next: string | null }> {
  const presented = await readToken(database, server, token);
  const { kind, after } = query;
  const { count, perPage } = presented?.login.scene === "OVERSIZED" && kind === "players" ? many : few;
  const rights = testRights(kind, count);
  const from = rights.findIndex(({ id }) => id === after) + 1;
  const results = rights.slice(from, from + perPage);
  const next = from + perPage < rights.length ? (results.at(-1)?.id ?? null) : null;
  const known = rightsKinds.find((each) => each === kind);
  const outsideScope = ({ scope }: Presented) => (known === undefined ? undefined : refusalOfKind(scope, known));
  const invalid = listTokenRights.query.safeParse(query).success ? undefined : new Refusal("errors.invalidInput");
  const refused = refusalOf(token, presented, outsideScope) ?? invalid;
  const status = refused?.status ?? 200;
  await insertObservation(database, server.run.id, {
    loginId: presented?.login.id,
    kind: "RIGHTS",
    request: shown({ ...query, authorization: token }),
    response: shown(refused === undefined ? { status, results: results.length, next } : { status }),
    facts: { status, page: from / perPage + 1, kind: typeof kind === "string" ? storable(kind.slice(0, 40)) : "", isLast: next === null },
  });
  if (refused !== undefined) throw refused;
  return { results, next };
}

/** Returns a narrower token. Refuses a token that is not valid (errors.accessTokenInvalid), and a wider scope (errors.scopeNotHeld). */
export async function answerNarrow(
  database: Database,
  server: TestIssuer,
  { token, scope }: { token: string; scope: TokenScope },
): Promise<string> {
  const presented = await readToken(database, server, token);
  const refused = refusalOf(token, presented, (held) => (isWider(scope, held.scope) ? new Refusal("errors.scopeNotHeld") : undefined));
  const status = refused?.status ?? 200;
  await insertObservation(database, server.run.id, {
    loginId: presented?.login.id,
    kind: "NARROW",
    request: shown({ scope, accessToken: token }),
    response: shown({ status }),
    facts: { status },
  });
  if (presented === undefined || refused !== undefined) throw refused ?? new Refusal("errors.accessTokenInvalid");
  return testToken(server, presented.login, scope);
}

/**
 * Returns what userinfo says about the person of a test login: the subject alone. No check of a run is about it, so it is not observed.
 * Refuses a token that is not valid (errors.accessTokenInvalid), a login without "openid", and a token that was narrowed
 * (errors.scopeInsufficient).
 */
export async function answerUserinfo(database: Database, server: TestIssuer, token: string): Promise<{ sub: string }> {
  const presented = await readToken(database, server, token);
  const refused = refusalOf(token, presented, ({ login, widest, isNarrowed }) =>
    refusalOfUserinfo({ isOpenid: login.openid_scope !== null, isNarrowed, scope: widest }),
  );
  if (presented === undefined || refused !== undefined) throw refused ?? new Refusal("errors.accessTokenInvalid");
  return { sub: presented.login.id };
}

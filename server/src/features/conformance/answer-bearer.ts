/** What a game does with an access token of the test issuer: read the rights that it leaves out, narrow it. */
import { createPublicKey } from "node:crypto";
import { compactVerify } from "jose";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { shown, storable } from "./observed.ts";
import { findLogin, insertObservation } from "./queries.ts";
import type { LoginRow } from "./queries.ts";
import { testToken } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { keyNames, publicJwk } from "./test-keys.ts";

/**
 * Finds the login of a token that this run made. Tokens that a game must not take are found too, expired and forged ones, because
 * their use is what the run looks for.
 */
async function loginOf(database: Database, { run }: TestIssuer, token: string): Promise<LoginRow | undefined> {
  for (const name of keyNames) {
    try {
      const key = createPublicKey({ key: publicJwk(run.keys, name), format: "jwk" });
      const { payload } = await compactVerify(token, key, { algorithms: ["ES256"] });
      const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
      const sid: unknown = typeof claims === "object" && claims !== null ? Reflect.get(claims, "sid") : undefined;
      return typeof sid === "string" ? await findLogin(database, run.id, sid) : undefined;
    } catch {
      // Another key has made it, or none of them.
    }
  }
  return undefined;
}

function isHonoured(login: LoginRow | undefined): login is LoginRow {
  return login !== undefined && login.revoked_at === null && login.scene !== "FORGED" && login.scene !== "EXPIRED";
}

interface TestRight {
  id: string;
  rightsType: "PLAY";
}

/** Ids that sort by their number. Games are named by numbers too. */
function testRights(kind: unknown, count: number): TestRight[] {
  const numbers = Array.from({ length: count }, (_, number) => number + 1);
  const idOf = (number: number) => (kind === "games" ? String(number) : `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  return numbers.map((number) => ({ id: idOf(number), rightsType: "PLAY" }));
}

/** Three rights on pages of two, so that every token has a second page. Or as many rights as in a large city. */
const few = { count: 3, perPage: 2 };
const many = { count: 5000, perPage: 500 };

/** One page of the rights that the token leaves out; undefined if the token is not valid. */
export async function answerRights(
  database: Database,
  server: TestIssuer,
  { token, query }: { token: string; query: Record<string, unknown> },
): Promise<{ results: TestRight[]; next: string | null } | undefined> {
  const login = await loginOf(database, server, token);
  const { kind, after } = query;
  const { count, perPage } = login?.scene === "OVERSIZED" && kind === "players" ? many : few;
  const rights = testRights(kind, count);
  const from = rights.findIndex(({ id }) => id === after) + 1;
  const results = rights.slice(from, from + perPage);
  const next = from + perPage < rights.length ? (results.at(-1)?.id ?? null) : null;
  const isValid = isHonoured(login);
  const status = isValid ? 200 : 401;
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "RIGHTS",
    request: shown({ ...query, authorization: token }),
    response: shown(isValid ? { status, results: results.length, next } : { status }),
    facts: { status, page: from / perPage + 1, kind: typeof kind === "string" ? storable(kind.slice(0, 40)) : "", isLast: next === null },
  });
  return isValid ? { results, next } : undefined;
}

/** A narrower token, or undefined. */
export async function answerNarrow(
  database: Database,
  server: TestIssuer,
  { token, scope }: { token: string; scope: TokenScope },
): Promise<string | undefined> {
  const login = await loginOf(database, server, token);
  const isValid = isHonoured(login);
  const status = isValid ? 200 : 401;
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "NARROW",
    request: shown({ scope, accessToken: token }),
    response: shown({ status }),
    facts: { status },
  });
  return isValid ? testToken(server, login, scope) : undefined;
}

/** What userinfo says about the person of a test login: the subject alone. Undefined without "openid", or if the token is not valid. */
export async function answerUserinfo(database: Database, server: TestIssuer, token: string): Promise<{ sub: string } | undefined> {
  const login = await loginOf(database, server, token);
  return isHonoured(login) && login.openid_scope !== null ? { sub: login.id } : undefined;
}

/** Authlib, the OAuth library of Python's web frameworks, as a staff tool uses it: in its default settings, over a real connection. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { finishGameLogin } from "@storyport/contract/game-login";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { webCallback } from "#test/builders.ts";
import { freePort } from "#test/free-port.ts";
import { askHandOver } from "#test/oauth-client.ts";
import { createStaffTools } from "#test/staff-tools.ts";

/** Prints the address of the login, reads the address it came back to, and prints what it learned. */
const program = `
import json, sys
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
from authlib.oidc.core import CodeIDToken, UserInfo
asked = json.loads(sys.stdin.readline())
session = OAuth2Session(asked["clientId"], scope="openid profile email", redirect_uri=asked["callback"],
    token_endpoint_auth_method="none", code_challenge_method="S256")
server = session.request("GET", asked["issuer"] + "/.well-known/openid-configuration", withhold_token=True).json()
address, state = session.create_authorization_url(server["authorization_endpoint"], nonce="once", code_verifier=asked["verifier"])
print(json.dumps({"address": address}), flush=True)
token = session.fetch_token(server["token_endpoint"], authorization_response=json.loads(sys.stdin.readline()), state=state,
    code_verifier=asked["verifier"])
keys = session.request("GET", server["jwks_uri"], withhold_token=True).json()
claims = jwt.decode(token["id_token"], keys, claims_cls=CodeIDToken,
    claims_options={"iss": {"values": [server["issuer"]]}, "aud": {"value": asked["clientId"]}},
    claims_params={"nonce": "once", "client_id": asked["clientId"], "access_token": token["access_token"]})
claims.validate()
user = UserInfo(session.get(server["userinfo_endpoint"]).json())
fresh = session.refresh_token(server["token_endpoint"])
session.revoke_token(server["revocation_endpoint"], token=fresh["refresh_token"])
try:
    session.refresh_token(server["token_endpoint"], refresh_token=fresh["refresh_token"])
    refused = None
except Exception as error:
    refused = getattr(error, "error", repr(error))
print(json.dumps({"claims": claims, "user": user, "scope": token["scope"], "fresh": fresh["access_token"], "refused": refused}), flush=True)
`;
/** A Python with the library. The system's own may have it while another one comes first. */
const python = ["python3", "/usr/bin/python3"].find(
  (name) => spawnSync(name, ["-c", "import authlib.integrations.requests_client, cryptography"]).status === 0,
);

const learned = z.object({
  claims: z.looseObject({ sub: z.string(), auth_time: z.number() }),
  user: z.record(z.string(), z.unknown()),
  scope: z.string(),
  fresh: z.string(),
  refused: z.nullable(z.string()),
});

describe.skipIf(python === undefined)("Authlib with its default settings", () => {
  let portal: TestPortal;
  let issuer: string;
  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://localhost:${port}`;
    portal = await buildTestPortal({ PUBLIC_URL: issuer });
    await portal.app.listen({ host: "127.0.0.1", port });
  });
  afterAll(() => portal.close());
  const { aStaffTool, askUserinfo } = createStaffTools(() => portal);

  test("finds the portal, logs a teacher in, checks the ID token, reads the name, refreshes and revokes", async () => {
    const tool = await aStaffTool({ shares: true });
    const running = spawn(python ?? "", ["-c", program]);
    const errors: Buffer[] = [];
    running.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    const lines = createInterface(running.stdout)[Symbol.asyncIterator]();
    const said = async (): Promise<unknown> => {
      const { value } = await lines.next();
      if (value === undefined) throw new Error(Buffer.concat(errors).toString());
      return JSON.parse(value);
    };
    const tell = (value: unknown) => running.stdin.write(`${JSON.stringify(value)}\n`);

    tell({ issuer, clientId: String(tool.game.id), callback: webCallback, verifier: "v".repeat(48) });
    const { address } = z.object({ address: z.string() }).parse(await said());
    const asked = readGameRequest(Object.fromEntries(new URL(address).searchParams));
    expect(asked.callbackUrl).toBe(webCallback);
    const { state, clientCode, nonce } = asked;
    const answer = await askHandOver(tool.browser, tool.game, { query: { state, clientCode, nonce, ...readScope(asked.scope) } });
    tell(finishGameLogin.response.parse(answer.body).deeplinkUrl);
    const seen = learned.parse(await said());
    await once(running, "close");

    expect(seen.claims).toMatchObject({ iss: issuer, sub: tool.account.id, aud: String(tool.game.id), nonce: "once" });
    expect(seen.user).toEqual({ sub: tool.account.id, name: "Kari Nordmann", locale: "nb", email: tool.account.email });
    expect(seen.scope).toBe("openid profile email USERGROUP");
    expect(seen.refused).toBe("invalid_grant");
    expect((await askUserinfo(seen.fresh)).statusCode).toBe(401);
  });
});

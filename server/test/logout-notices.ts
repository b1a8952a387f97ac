/** Clients that listen for logout tokens, and staff tools that people logged in to (OpenID Connect Back-Channel Logout). */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import * as jose from "jose";
import { afterAll, expect } from "vitest";
import { sendLogoutNotices } from "#/features/tokens/send-logout-notices.ts";
import { publicUrl } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { aTeacher, logIn } from "./builders.ts";
import { tokensFor } from "./oauth-client.ts";

/** A client's logout address, which verifies what it hears as the specification says (section 2.6). */
export interface Listening {
  url: string;
  heard: jose.JWTPayload[];
}

/** Returns the address of a server that runs until the file's end. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/logged-out`;
}

/** The portal is a function, because a client may listen before the portal is built. */
export function createLogoutWorld(portal: () => TestPortal) {
  async function listen(): Promise<Listening> {
    const heard: jose.JWTPayload[] = [];
    const url = await serve((request, answer) => {
      void verify(request).then(
        (claims) => {
          heard.push(claims);
          answer.end();
        },
        () => answer.writeHead(400).end(),
      );
    });
    return { url, heard };
  }

  async function verify(request: IncomingMessage): Promise<jose.JWTPayload> {
    let body = "";
    for await (const part of request) body += String(part);
    const keys = jose.createLocalJWKSet((await portal().app.inject({ url: "/.well-known/jwks.json" })).json());
    const token = new URLSearchParams(body).get("logout_token") ?? "";
    const { payload } = await jose.jwtVerify(token, keys, {
      typ: "logout+jwt",
      issuer: publicUrl,
      requiredClaims: ["iat", "exp", "jti", "sid", "events", "aud"],
      currentDate: portal().clock.now(),
    });
    expect(payload["events"]).toEqual({ "http://schemas.openid.net/event/backchannel-logout": {} });
    expect(payload).not.toHaveProperty("nonce");
    return payload;
  }

  async function aStaffTool(backchannelLogoutUrl?: string) {
    const address = backchannelLogoutUrl === undefined ? await listen() : { url: backchannelLogoutUrl, heard: [] };
    const teacher = await aTeacher(portal(), { game: { subjectType: "public", backchannelLogoutUrl: address.url } });
    const browser = await logIn(portal().browser(), teacher.account);
    const tokens = await tokensFor(portal(), browser, teacher);
    return { ...teacher, browser, tokens, heard: address.heard };
  }

  const send = () => sendLogoutNotices(portal().context);
  const waiting = () => portal().context.database.selectFrom("logout_notices").selectAll().execute();

  return { listen, aStaffTool, send, waiting };
}

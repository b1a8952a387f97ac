import type { FastifyReply } from "fastify";
import { browserOf, readCookie } from "#/cookies.ts";
import { closeWithin, createWebServer, listen, queryOf, type Running } from "#/web-server.ts";
import { noAccessPage, startPage, visitPage } from "./dashboard-pages.ts";
import { createDashboard, endVisits, makeState, visit } from "./visits.ts";

export interface DashboardOptions {
  port: number;
  portalUrl: string;
  clientSecret: string;
}

/** Starts the dashboard stand-in: a confidential OAuth client of the portal, and its no-access page. */
export async function startDashboard({ port, portalUrl, clientSecret }: DashboardOptions): Promise<Running> {
  // The portal's tokens name their issuer without a slash.
  const dashboard = createDashboard(portalUrl.replace(/\/$/, ""), clientSecret);
  const app = createWebServer("origin");
  app.get("/", (_request, reply) => sendPage(reply, startPage()));
  app.get("/open", (request, reply) => {
    const query = queryOf(request);
    const login = new URL("/dashboard-login", portalUrl);
    // The portal demands a game; 1 is the first game of the demo.
    login.searchParams.set("gameId", query.get("gameId") ?? "1");
    const orgId = query.get("orgId");
    if (orgId !== null) login.searchParams.set("orgId", orgId);
    login.searchParams.set("state", makeState(dashboard, browserOf(request, reply, cookieName)));
    return reply.redirect(login.href, 303);
  });
  app.get("/callback", async (request, reply) => {
    const result = await visit(dashboard, browserOf(request, reply, cookieName), queryOf(request));
    if (result.claims === null) return sendPage(reply.code(400), visitPage(result));
    return reply.redirect("/visit", 303);
  });
  app.get("/visit", (request, reply) => {
    const result = dashboard.visitOf.get(readCookie(request, cookieName) ?? "");
    return result === undefined ? reply.redirect("/", 303) : sendPage(reply, visitPage(result));
  });
  app.post<{ Body: { logout_token?: string } }>("/logged-out", async (request, reply) => {
    try {
      await endVisits(dashboard, request.body.logout_token ?? "");
      return await reply.send();
    } catch {
      return reply.code(400).send();
    }
  });
  app.get("/arrivals", () => dashboard.visits);
  app.get<{ Params: { language: string } }>("/:language/no-access", (request, reply) =>
    sendPage(reply, noAccessPage(request.params.language, portalUrl)),
  );
  dashboard.url = await listen(app, port);
  return { url: dashboard.url, close: () => closeWithin(2000, [app.close()]) };
}

const cookieName = "dashboard-browser";

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(text);
}

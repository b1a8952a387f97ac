import type { IncomingMessage } from "node:http";
import { setTimeout as later } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { closeWithin, createWebServer, listen, type Running } from "#/web-server.ts";
import { choose, showChooser } from "./choose.ts";
import { demoPeople, providerNames, type ProviderName } from "./demo-people.ts";
import { createIssuer, type Issuer } from "./issuers.ts";
import { overviewPage } from "./login-pages.ts";
import { everybodyWell, moodBody, type Mood, type Moods } from "./moods.ts";
import { answerMembers, answerOwnGroups } from "./feide-groups.ts";
import { answerExtendedUserinfo } from "./extended-userinfo.ts";
import { makeSigningKey } from "./signing-keys.ts";

export interface IdentityProviderOptions {
  port: number;
  portalUrl: string;
  /** The delay of `slow`. By default it is longer than the portal waits. */
  slowForMilliseconds?: number;
}

export interface RunningIdentityProvider extends Running {
  setMood: (provider: ProviderName, mood: Mood) => void;
}

interface Site {
  issuers: Map<string, Issuer>;
  moods: Moods;
  slowForMilliseconds: number;
}

/** Starts the identity-provider stand-in: Feide, Google and Apple as three OpenID issuers on one port. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<RunningIdentityProvider> {
  const { port, portalUrl, slowForMilliseconds = 30_000 } = options;
  const site: Site = { issuers: new Map(), moods: everybodyWell(), slowForMilliseconds };
  // Of both kinds, because the portal accepts both (`server/src/platform/openid/providers.ts`).
  const keys = { feide: await makeSigningKey("ES256"), google: await makeSigningKey("RS256"), apple: await makeSigningKey("ES256") };
  const app = createWebServer();
  addOverview(app, site);
  addChooser(app, site);
  await app.register(async (scope) => addIssuers(scope, site));
  const url = await listen(app, port);
  for (const name of providerNames) {
    site.issuers.set(name, createIssuer({ name, url, portalUrl, key: keys[name], mood: () => site.moods[name] }));
  }
  const setMood = (provider: ProviderName, mood: Mood) => {
    site.moods[provider] = mood;
  };
  return { url, setMood, close: () => closeWithin(2000, [app.close()]) };
}

function addOverview(app: FastifyInstance, site: Site): void {
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(overviewPage(demoPeople, site.moods)));
  app.get("/moods", () => site.moods);
  app.post<{ Body: { provider: ProviderName; mood: Mood } }>("/moods", { schema: { body: moodBody } }, ({ body }) => {
    site.moods[body.provider] = body.mood;
    return site.moods;
  });
}

interface Addressed {
  Params: { issuer: string };
}

function addChooser(app: FastifyInstance, site: Site): void {
  app.get<Addressed>("/:issuer/interaction/:uid", (request, reply) => showChooser(issuerOf(site, request), request, reply));
  app.post<Addressed>("/:issuer/interaction/:uid", (request, reply) => choose(issuerOf(site, request), request, reply));
}

function addIssuers(app: FastifyInstance, site: Site): void {
  // oidc-provider reads the bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.get<Addressed>("/:issuer/userinfo/v1/userinfo", async (request, reply) => {
    const issuer = issuerOf(site, request);
    return (await actOutMood(site, issuer, { request, reply })) ? reply : answerExtendedUserinfo(issuer, request, reply);
  });
  app.get<Addressed>("/:issuer/groups-api/groups/me/groups", async (request, reply) => {
    const issuer = issuerOf(site, request);
    return (await actOutMood(site, issuer, { request, reply })) ? reply : answerOwnGroups(issuer, request, reply);
  });
  app.get<{ Params: { issuer: string; group: string } }>("/:issuer/groups-api/groups/groups/:group/members", async (request, reply) => {
    const issuer = issuerOf(site, request);
    return (await actOutMood(site, issuer, { request, reply })) ? reply : answerMembers(issuer, request, reply);
  });
  app.all<Addressed>("/:issuer/*", async (request, reply) => {
    const issuer = issuerOf(site, request);
    if (await actOutMood(site, issuer, { request, reply })) return;
    reply.hijack();
    const raw: IncomingMessage & { originalUrl?: string } = request.raw;
    // Like a mounted application: it sees its own part of the address and can still build the whole.
    raw.originalUrl = request.url;
    raw.url = request.url.slice(issuer.name.length + 1);
    await issuer.provider.callback()(raw, reply.raw);
  });
}

/**
 * Applies a mood, and returns whether the request was answered. A begun login may be finished in the browser: oidc-provider resumes it below
 * /auth/.
 */
async function actOutMood(
  site: Site,
  { name }: Issuer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<boolean> {
  const mood = site.moods[name];
  if (/^\/\w+\/auth\/./.test(request.url)) return false;
  if (mood === "away") {
    await reply.code(503).send({ message: "Away (asked for by a test)." });
    return true;
  }
  if (mood === "slow") await later(site.slowForMilliseconds, undefined, { ref: false });
  const isGone = mood === "unreachable" || request.raw.socket.destroyed;
  if (isGone) {
    reply.hijack();
    request.raw.socket.destroy();
  }
  return isGone;
}

function issuerOf(site: Site, request: FastifyRequest<Addressed>): Issuer {
  const issuer = site.issuers.get(request.params.issuer);
  if (issuer === undefined) throw Object.assign(new Error("No such provider."), { statusCode: 404 });
  return issuer;
}

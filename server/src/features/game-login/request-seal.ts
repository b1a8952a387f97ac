/**
 * Remembers which games' requests need no question. Each request has its own cookie, so that tabs do not overwrite each other.
 * The cookie holds a digest of exactly that request, made with the portal's key. Pages cannot read it, and `__Host-` keeps
 * sibling subdomains from setting it.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { digestOf, isSameSecret } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";

/** A game's request. It contains no organization, because the user chooses it. */
export interface GameRequest {
  gameId: string;
  state: string;
  clientCode: string;
  callbackUrl: string;
  scope?: TokenScope | undefined;
  openidScope?: string | undefined;
  nonce?: string | undefined;
}

/** The text that is sealed. The dashboard's address is registered, so its `state` alone identifies its requests. */
export function gameRequest({ gameId, state, clientCode, callbackUrl, scope, openidScope, nonce }: GameRequest): string {
  return JSON.stringify(["game", gameId, callbackUrl, state, clientCode, scope ?? null, ...openidWords(openidScope, nonce)]);
}

/** Nothing for a request without them: a portal of the previous release writes the same text for it. */
export function openidWords(openidScope: string | undefined, nonce: string | undefined): (string | null)[] {
  return openidScope === undefined && nonce === undefined ? [] : [openidScope ?? null, nonce ?? null];
}

export function dashboardRequest(state: string | undefined): string {
  return JSON.stringify(["dashboard", state ?? null]);
}

export interface RequestSeals {
  keep(text: string): void;
  has(text: string): boolean;
}

/** As long as the login state, which carries the request through a login. */
const lifeSeconds = 3600;
/** Abandoned requests beyond this number would only make every call larger. */
const mostAtOnce = 8;

interface Sealing {
  vault: Vault;
  settings: { isSecure: boolean };
}

export function requestSeals(request: FastifyRequest, reply: FastifyReply, { vault, settings }: Sealing): RequestSeals {
  const prefix = settings.isSecure ? "__Host-request-" : "request-";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: settings.isSecure } as const;
  const nameOf = (text: string): string => `${prefix}${digestOf(text).toString("hex").slice(0, 16)}`;
  const sealOf = (text: string): string => vault.digest(`request\0${text}`).toString("base64url");
  return {
    keep(text) {
      const name = nameOf(text);
      // Browsers send the oldest cookie first. Planted cookies may have names that no answer can carry.
      const others = Object.keys(request.cookies).filter((one) => one !== name && isSealName(one, prefix));
      for (const one of others.slice(0, Math.max(0, others.length + 1 - mostAtOnce))) reply.clearCookie(one, options);
      reply.setCookie(name, sealOf(text), { ...options, maxAge: lifeSeconds });
    },
    has(text) {
      const seal = request.cookies[nameOf(text)];
      return seal !== undefined && isSameSecret(seal, sealOf(text));
    },
  };
}

function isSealName(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[\da-f]{16}$/.test(name.slice(prefix.length));
}

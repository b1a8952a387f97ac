/**
 * Remembers which requests of games and the dashboard came from our pages, from the game or dashboard itself, or from no page. Before any
 * other request the portal asks the user, because a stranger's page may have led here (DESIGN A6). The request's cookie holds a digest of
 * exactly that request, made with the portal's key.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { isSameSecret } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";
import { requestCookies } from "./request-cookies.ts";

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

/** The text that is sealed for a request of the dashboard. */
export function dashboardRequest(state: string | undefined): string {
  return JSON.stringify(["dashboard", state ?? null]);
}

/** The requests that need no question, in cookies of this browser. `text`: what `gameRequest` or `dashboardRequest` returns. */
export interface RequestSeals {
  keep(text: string): void;
  has(text: string): boolean;
  drop(text: string): void;
}

interface Sealing {
  vault: Vault;
  settings: { isSecure: boolean };
}

/** Returns the seals in this browser's cookies. A sealed request needs no question. */
export function requestSeals(request: FastifyRequest, reply: FastifyReply, { vault, settings }: Sealing): RequestSeals {
  const cookies = requestCookies(request, reply, { kind: "request", isSecure: settings.isSecure });
  const sealOf = (text: string): string => vault.digest(`request\0${text}`).toString("base64url");
  return {
    keep: (text) => cookies.keep(text, sealOf(text)),
    has(text) {
      const seal = cookies.read(text);
      return seal !== undefined && isSameSecret(seal, sealOf(text));
    },
    drop: cookies.drop,
  };
}

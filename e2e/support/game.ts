import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { gameUrl, portalUrl } from "./world.ts";

export interface GameAttempt {
  attempt: string;
  /** Where the game sends the browser. */
  loginUrl: string;
  callbackUrl: string;
}

export interface GameReport {
  status: "waiting" | "arrived" | "failed";
  gameId: number;
  claims: Record<string, unknown> | null;
  error?: string;
}

/**
 * Begins a login at the game, as its Play button does. With the request context of a page (`page.request`) the login belongs to that browser, and no
 * other browser can finish it.
 */
export async function beginGame(
  request: APIRequestContext,
  wish: { gameId: number; kind?: "web" | "loopback"; orgId?: string },
): Promise<GameAttempt> {
  const answer = await request.post(`${gameUrl}/attempts`, { data: wish });
  expect(answer.status()).toBe(201);
  return await answer.json();
}

export async function reportOf(request: APIRequestContext, attempt: string): Promise<GameReport> {
  return await (await request.get(`${gameUrl}/attempts/${attempt}`)).json();
}

/** The game redeemed its code and verified the token. */
export async function expectArrived(request: APIRequestContext, attempt: string): Promise<GameReport> {
  await expect.poll(async () => (await reportOf(request, attempt)).status).toBe("arrived");
  return await reportOf(request, attempt);
}

/** The browser navigates to a web game, so the portal's page ends there. */
export async function expectInGame(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "You are in the game" })).toBeVisible({ timeout: 15_000 });
  await expect(page).not.toHaveURL(/code=/);
}

/** A loopback game gets its code in the background, so the portal's page stays and reports it. */
export async function expectFinished(page: Page): Promise<void> {
  // The page polls once a second.
  await expect(page.getByRole("heading", { name: "Login finished!" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("You may now close this page.")).toBeVisible();
}

/** A game's request in the address of /game-login. The challenge is well formed, but has no known verifier. */
export function gameLogin(parts: Record<string, string>): string {
  const whole = { gameId: "4", state: crypto.randomUUID(), clientCode: "a".repeat(43), callbackUrl: `${gameUrl}/callback` };
  return `${portalUrl}/game-login?${new URLSearchParams({ ...whole, ...parts })}`;
}

/** Counts the requests for a game code. */
export function countCodes(page: Page): () => number {
  let count = 0;
  page.context().on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/auth/token/game/callback") count += 1;
  });
  return () => count;
}

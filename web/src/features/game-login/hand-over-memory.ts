/**
 * This tab's hand-over to a game, in session storage: a reload or the back button shows where it stands instead of asking for a
 * second code, also when the badge session that asked has ended by design (DESIGN A6).
 */
import * as z from "zod/mini";
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import { isDeepLink } from "./deep-link.ts";

const handOver = z.object({
  /** Which request this answers; another one starts anew. */
  request: z.object({
    gameId: z.string(),
    state: z.string(),
    clientCode: z.string(),
    callbackUrl: z.string(),
    attempt: z.optional(z.string()),
  }),
  /** With it the page asks whether the game has arrived. */
  handover: z.string(),
  /** Opens the game. Holds the one-time code until that has been used or has run out. */
  deepLink: z.string().check(z.refine(isDeepLink)),
  step: z.enum(["waiting", "finished", "expired"]),
});
export type HandOver = z.infer<typeof handOver>;

export interface HandOverMemory {
  read(): HandOver | undefined;
  keep(handOver: HandOver): void;
  forget(): void;
}

export function createHandOverMemory(): HandOverMemory {
  const tab = browserStorage(() => sessionStorage);
  return {
    read: () => parseHandOver(tab.get(handOverKey)),
    keep: (value) => tab.set(handOverKey, JSON.stringify(value)),
    forget: () => tab.remove(handOverKey),
  };
}

/** Whatever is not a hand-over this portal could have kept counts as none. @internal Exported for its test. */
export function parseHandOver(raw: string | undefined): HandOver | undefined {
  try {
    const parsed = handOver.safeParse(JSON.parse(raw ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

import type { RouterContext } from "#/router-context.ts";
import { readAttempt } from "./form-return.ts";
import type { Attempt } from "./form-return.ts";
import type { LinkSearch } from "./link-search.ts";
import { checkLink } from "./use-link-check.ts";
import type { LinkCheck } from "./use-link-check.ts";

/** The same for a link that is no game's. */
export async function loadAskedPage<Answer>(
  { cookies }: Pick<RouterContext, "cookies">,
  code: string | undefined,
  ask: (params: { code: string }) => Promise<Answer>,
): Promise<{ attempt: Attempt; found: LinkCheck<Answer> | undefined }> {
  const attempt = readAttempt(cookies);
  const proof = code ?? attempt.code;
  return { attempt, found: proof === undefined ? undefined : await checkLink(() => ask({ code: proof })) };
}

/**
 * Whom a game's link is for, before the page is drawn: without script nothing could ask later. The proof is the address's, or that
 * of a form that was sent in vain; where only the browser has it, the page asks by itself.
 */
export async function loadLinkPage<Answer>(
  { cookies }: Pick<RouterContext, "cookies">,
  { code, gameId }: LinkSearch,
  ask: (params: Required<LinkSearch>) => Promise<Answer>,
): Promise<{ attempt: Attempt; found: LinkCheck<Answer> | undefined }> {
  const attempt = readAttempt(cookies);
  const proof = code ?? attempt.code;
  if (proof === undefined || gameId === undefined) return { attempt, found: undefined };
  return { attempt, found: await checkLink(() => ask({ code: proof, gameId })) };
}

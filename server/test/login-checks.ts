import { expect } from "vitest";
import { checkLogin } from "@storyport/contract/login-checks";
import type { LoginCheck } from "@storyport/contract/login-checks";
import type { Browser } from "./browser.ts";

type Asked = { gameId?: number; organizationId?: string };

/** Asks why an account cannot log in, and expects an answer. */
export async function ask(browser: Browser, account: { id: string }, { gameId, organizationId }: Asked = {}): Promise<LoginCheck> {
  const query = { ...(gameId !== undefined && { gameId: String(gameId) }), ...(organizationId !== undefined && { organizationId }) };
  const answer = await browser.call(checkLogin, { params: { userId: account.id }, query });
  expect(answer.status).toBe(200);
  return answer.body as LoginCheck;
}

/** The shape of every refused call. */
import { expect } from "vitest";
import { errorEnvelope, isErrorCode } from "@storyport/contract/error-codes";

/** Expects a 4xx in the contract's envelope that reveals no internals. */
export function expectRefused({ status, body, text }: { status: number; body: unknown; text: string }, about = ""): void {
  expect(status, `${about} ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(status, `${about} ${text.slice(0, 300)}`).toBeLessThan(500);
  expectEnvelope({ body, text }, about);
}

export function expectEnvelope({ body, text }: { body: unknown; text: string }, about = ""): void {
  const parsed = errorEnvelope.safeParse(body);
  expect(parsed.success, `${about} ${text.slice(0, 300)}`).toBe(true);
  if (parsed.success) expect(isErrorCode(parsed.data.code), `${about} ${parsed.data.code}`).toBe(true);
  expect(text, about).not.toMatch(/node_modules|\bat .+\.ts:\d+|select .+ from |SyntaxError|TypeError/i);
}

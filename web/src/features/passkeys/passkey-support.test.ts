import { expect, test } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { m } from "@storyport/texts/messages";
import { arrived } from "./passkey-support.ts";

test("a script that does not arrive is a failure in words, which says what to do next", async () => {
  const missing = "./a-script-of-another-release.ts";
  const error: unknown = await arrived(import(missing)).catch((cause: unknown) => cause);
  expect(error instanceof ApiError && failureText(error.failure)).toBe(m["passkeys.notLoaded"]());
});

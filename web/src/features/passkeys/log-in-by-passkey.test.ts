// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { Portal } from "#/shell/portal.ts";
import { askForPasskey, suggest } from "./log-in-by-passkey.ts";

test("the button asks for a challenge after the suggestions have theirs, because both belong to a single cookie", async () => {
  // A browser with suggestions, whose user answers no prompt.
  vi.stubGlobal("PublicKeyCredential", {
    isConditionalMediationAvailable: async () => true,
    parseRequestOptionsFromJSON: (options: object) => options,
  });
  vi.stubGlobal("navigator", { credentials: { get: async () => Promise.reject(new DOMException("No passkey.", "NotAllowedError")) } });
  const answers: ((options: object) => void)[] = [];
  const call = () => new Promise<object>((resolve) => answers.push(resolve));
  const here = { call } as unknown as Portal;

  suggest(here, async () => true);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const pressed = askForPasskey(here).catch((error: unknown) => error);
  expect(answers).toHaveLength(1);
  answers[0]?.({ challenge: "first" });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.({ challenge: "second" });
  expect(await pressed).toMatchObject({ failure: { code: "errors.passkeyCancelled" } });
});

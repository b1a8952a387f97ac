// @vitest-environment happy-dom
import { confirmSecondFactor } from "@storyport/contract/second-factor";
import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPortalHook } from "#/features/login/portal-hook.fixture.tsx";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { useSetUp } from "./use-set-up.ts";
import type { Confirmed } from "./use-set-up.ts";

const wrong = answered({ message: "No", code: "errors.secondFactorInvalid", requestId: "r" }, 401);
const begun = answered({ secret: "JBSWY3DPEHPK3PXP", otpAuthUrl: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" });
const backupCodes = Array.from({ length: 10 }, (_, index) => `abcd-efg${index}`);

test("the codes are handed over once a code of the new secret is right; a wrong code keeps the secret", async () => {
  const confirmed = vi.fn<(result: Confirmed) => void>();
  const codes = [wrong, answered({ valid: true, backupCodes })];
  const { result } = renderPortalHook(
    () => useSetUp(confirmed),
    ({ url }) => (url.endsWith(confirmSecondFactor.path) ? (codes.shift() ?? wrong) : begun),
  );
  await act(async () => result.current.begin());
  await expect.poll(() => result.current.step).toMatchObject({ is: "begun", secret: "JBSWY3DPEHPK3PXP" });
  await act(async () => result.current.confirm("000000"));
  await expect.poll(() => result.current.submission.failure?.code).toBe("errors.secondFactorInvalid");
  expect(result.current.step.is).toBe("begun");
  await act(async () => result.current.confirm("123456"));
  await expect.poll(() => confirmed.mock.calls).toEqual([[{ backupCodes, user: undefined }]]);
  expect(result.current.step.is).toBe("before");
});

test("cancelling forgets the secret and the refusal", async () => {
  const { result } = renderPortalHook(
    () => useSetUp(() => undefined),
    ({ url }) => (url.endsWith(confirmSecondFactor.path) ? wrong : begun),
  );
  await act(async () => result.current.begin());
  await act(async () => result.current.confirm("000000"));
  await expect.poll(() => result.current.submission.failure).toBeDefined();
  expect(result.current.step.is).toBe("begun");
  await act(async () => result.current.cancel());
  expect(result.current).toMatchObject({ step: { is: "before" }, submission: { failure: undefined } });
});

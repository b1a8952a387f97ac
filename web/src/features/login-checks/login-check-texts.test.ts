import type { LoginCheck } from "@storyport/contract/login-checks";
import { expect, onTestFinished, test, vi } from "vitest";
import { ruleTexts } from "./login-check-texts.ts";

const check: LoginCheck = {
  account: { id: "", name: null, isStudent: true },
  organization: null,
  organizations: [],
  games: [],
  checks: [],
  attempts: [],
};

test.each(["Pacific/Auckland", "Pacific/Honolulu"])("the last day of a badge is the same in %s as on the badge's own page", (zone) => {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const advice = ruleTexts(check, undefined).advice("badgeExpired", "2026-07-31T23:59:59.000Z");
  expect(advice).toContain("31");
  expect(advice).not.toMatch(/\b1\b/);
});

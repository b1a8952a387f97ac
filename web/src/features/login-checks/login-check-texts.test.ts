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

test.each(["Pacific/Auckland", "Pacific/Honolulu"])("in %s too, the last day of a badge that ended on 31 July is the 31st", (zone) => {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const advice = ruleTexts(check, undefined).advice("badgeExpired", "2026-07-31T23:59:59.000Z");
  expect(advice).toContain("31");
  expect(advice).not.toMatch(/\b1\b/);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reasonText } from "./reason-texts.ts";

const written = [
  { file: "login/check-password.ts", pattern: /(?:\? |: |return )"(unknown account|wrong password|errors\.\w+)"/g },
  { file: "qr-login/log-in-with-badge.ts", pattern: /(?:return|\?|:) "(\w+ (?:badge|or group))"/g },
  { file: "qr-login/log-in-with-one-time-code.ts", pattern: /reason: "([^"]+)"/g },
  { file: "federated-login/log-in-identity.ts", pattern: /return "(errors\.\w+)"/g },
  { file: "federated-login/confirm-identity.ts", pattern: /code: "(errors\.\w+)"/g },
  { file: "federated-login/finish-login.ts", pattern: /(?<=ofTheAnswer = new Set<string>\(\[[^\]]*)"(errors\.\w+)"/g },
];

test.each(written)("every reason that $file records has its own text", ({ file, pattern }) => {
  const source = readFileSync(new URL(`../../../../server/src/features/${file}`, import.meta.url), "utf8");
  const reasons = [...new Set([...source.matchAll(pattern)].map(([, reason]) => reason ?? ""))];
  expect(reasons.length).toBeGreaterThan(0);
  // This reason's text is the same in English.
  const withoutText = reasons.filter((reason) => reasonText(reason) === reason && reason !== "wrong password");
  expect(withoutText).toEqual([]);
});

test("a reason without a text is shown as it was recorded", () => {
  expect(["something new", "constructor"].map(reasonText)).toEqual(["something new", "constructor"]);
});

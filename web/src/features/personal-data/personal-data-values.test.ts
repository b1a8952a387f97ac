import { expect, test } from "vitest";
import { accountStatuses, loginTypes, playerGroupTypes, rightsLevels, tokenScopes } from "@storyport/contract/vocabulary";
import { valueText } from "./personal-data-values.ts";

const codes: Readonly<Record<string, readonly string[]>> = {
  affiliation: ["STAFF", "STUDENT"],
  classType: playerGroupTypes,
  language: ["en", "nb", "nn", "fr", "nl", "pt-BR"],
  letter: ["activation", "reset", "transfer"],
  // The word for API is the code itself.
  loginType: loginTypes.filter((type) => type !== "API"),
  permission: ["login", "manage_players"],
  provider: ["FEIDE", "GOOGLE", "APPLE"],
  purpose: ["ACTIVATION", "RESET", "DELETION", "DELETION_CONFIRMATION", "STOPPED"],
  revokedBecause: "REUSE LOGOUT ACCOUNT PASSWORD CLIENT CODE_REPLAY LESSON ACCEPTED DECLINED WITHDRAWN EXPIRED".split(" "),
  rightsLevel: rightsLevels,
  role: ["student", "teacher"],
  scope: tokenScopes,
  stage: ["FULL", "SECOND_FACTOR", "ENROLMENT", "PASSKEY"],
  status: accountStatuses,
};

test.each(Object.entries(codes))("a code of the field %s is shown in words", (field, values) => {
  const texts = values.map((value) => valueText(field, value, "UTC"));
  expect(texts).toEqual(values.map(() => expect.stringMatching(/^\p{Lu}[\p{L}\p{P} ]*$/u)));
  expect(texts.filter((text) => values.includes(text))).toEqual([]);
});

test("a gender is a word, the number of a game stays a number, and an unknown code is shown as it is", () => {
  expect([valueText("gender", 1, "UTC"), valueText("gender", 2, "UTC")]).toEqual(["Girl", "Boy"]);
  expect(valueText("client", 4, "UTC")).toBe("4");
  expect(valueText("status", "NEWER", "UTC")).toBe("NEWER");
  expect(valueText("stage", "constructor", "UTC")).toBe("constructor");
});

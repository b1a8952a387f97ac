import { auditDetails } from "@storyport/contract/audit";
import { expect, test } from "vitest";
import { detailName, detailText } from "./detail-words.ts";
import { describeDetails } from "./event-changes.ts";

test("every detail that the server may record has words", () => {
  const withoutWords = auditDetails.filter((key) => {
    const { lines, rest } = describeDetails({ [key]: 1 });
    return key in rest ? detailName(key) === key : lines.some((line) => line.startsWith(key));
  });
  expect(withoutWords).toEqual([]);
});

test("a detail and a value of another version are shown as they were recorded, whatever they are", () => {
  expect(["something_new", "constructor", "__proto__"].map(detailName)).toEqual(["something_new", "constructor", "__proto__"]);
  expect(["because", "something_new", "constructor"].map((key) => detailText(key, "constructor"))).toEqual(Array(3).fill("constructor"));
});

test("values behind the button are in words", () => {
  expect(detailText("because", "BELL")).toBe("the bell");
  expect(detailText("byLetter", false)).toBe("No");
  expect(detailText("fields", ["displayName", "email"])).toBe("Display name and Email address");
  expect(detailText("ended", { identities: ["FEIDE"], secondFactor: true, passkeys: 2 })).toBe(
    "Connected logins: Feide, Two-step verification: Yes, and Passkeys: 2",
  );
  expect(detailText("purposes", ["RESET"])).toBe("resetting a password");
});

import { expect, test } from "vitest";
import { readFailure } from "./api-error.ts";
import { failureText, reasonText, reasonWithStatus } from "./failure-text.ts";

const refusal = { message: "down", code: "errors.unavailable", requestId: "1" };

test("a refusal of ours is shown in words, with its status where the specification has it", () => {
  const ours = readFailure(503, "Service Unavailable", refusal);
  expect(reasonText(ours)).toBe(failureText(ours));
  expect(reasonWithStatus(ours)).toBe(`503 ${failureText(ours)}`);
});

test("an answer that is not ours, such as a proxy's, is shown by its status", () => {
  const proxys = readFailure(502, "Bad Gateway", "<html>");
  expect(reasonText(proxys)).toBe("502 Bad Gateway");
  expect(reasonWithStatus(proxys)).toBe("502 Bad Gateway");
  expect(reasonText(readFailure(502, "", undefined))).toBe("502");
});

test("a fault of the portal, which names its request, and a missing answer are shown in words", () => {
  const own = readFailure(500, "Internal Server Error", { ...refusal, code: "errors.unexpected" });
  expect(reasonText(own)).toBe(failureText(own));
  const away = { status: 0, statusText: "", code: "errors.offline", message: "" };
  expect(reasonWithStatus(away)).toBe(failureText(away));
});

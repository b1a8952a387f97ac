import { m } from "@storyport/texts/messages";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { SomethingWentWrong } from "./something-went-wrong.tsx";

const html = (error: unknown): string => renderToStaticMarkup(<SomethingWentWrong error={error} />);

test("a call that was refused is told in words, with the number under which the log has it", () => {
  const failure = { status: 500, statusText: "", code: "errors.unexpected", message: "of the server", requestId: "request-7" };
  expect(html(new ApiError(failure))).toContain(m["errorPage.requestId"]({ requestId: "request-7" }));
  expect(html(new ApiError(failure))).toContain(m["errors.unexpected"]());
});

test("any other error is told as it is, without a number", () => {
  expect(html(new Error("it broke"))).toContain("it broke");
  expect(html("thrown")).toContain("thrown");
  expect(html(new Error("it broke"))).not.toContain(m["errorPage.requestId"]({ requestId: "" }).trim());
});

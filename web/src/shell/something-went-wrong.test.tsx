import { m } from "@storyport/texts/messages";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { SomethingWentWrong } from "./something-went-wrong.tsx";

const html = (error: unknown): string => renderToStaticMarkup(<SomethingWentWrong error={error} />);

test("a refused call is shown in words, with the request id of the log", () => {
  const failure = { status: 500, statusText: "", code: "errors.unexpected", message: "of the server", requestId: "request-7" };
  expect(html(new ApiError(failure))).toContain(m["errorPage.requestId"]({ requestId: "request-7" }));
  expect(html(new ApiError(failure))).toContain(m["errors.unexpected"]());
});

test("any other error is shown as it is, without a request id", () => {
  expect(html(new Error("it broke"))).toContain("it broke");
  expect(html("thrown")).toContain("thrown");
  expect(html(new Error("it broke"))).not.toContain(m["errorPage.requestId"]({ requestId: "" }).trim());
});

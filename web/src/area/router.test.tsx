// @vitest-environment happy-dom
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { createAreaRouter } from "./router.tsx";

afterEach(cleanup);

const unavailable = new ApiError({ status: 503, statusText: "", code: "errors.unavailable", message: "Away", requestId: "r" });

/** Shows the error page and presses "Try again". Says which of the two ways it took. */
function retryAfter(error: Error) {
  const router = createAreaRouter(undefined, createMemoryHistory());
  const ErrorPage = router.options.defaultErrorComponent;
  if (ErrorPage === undefined) throw new Error("The router has no error page.");
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  const invalidate = vi.spyOn(router, "invalidate").mockResolvedValue();
  render(
    <RouterContextProvider router={router}>
      <ErrorPage error={error} reset={() => undefined} info={{ componentStack: "" }} />
    </RouterContextProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  return { documents: reload.mock.calls.length, checks: invalidate.mock.calls.length };
}

test("after a broken script, Try again loads the document, because the browser keeps the script", () => {
  expect(retryAfter(new SyntaxError("Unexpected end of input"))).toEqual({ documents: 1, checks: 0 });
});

test("after a failed check of the account, Try again checks the account, and the document stays", () => {
  expect(retryAfter(unavailable)).toEqual({ documents: 0, checks: 1 });
});

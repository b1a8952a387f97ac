// @vitest-environment happy-dom
/** What the form says after a refusal (specification, section 8). */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { createCall } from "#/api/call.ts";
import { PortalContext } from "#/shell/portal.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { aPortal } from "./logged-in.fixture.ts";
import { PasswordForm } from "./password-form.tsx";

/** Logs in, and returns the notice. */
async function refusedBy(body: unknown, status: number): Promise<string> {
  const call = createCall(async () => answered(body, status));
  render(
    <PortalContext value={{ ...aPortal({}, ""), call, visitor: { is: "nobody", expired: false } }}>
      <PasswordForm />
    </PortalContext>,
  );
  onTestFinished(cleanup);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "kari@school.example" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "short" } });
  fireEvent.click(screen.getByRole("button", { name: "Log in" }));
  return (await screen.findByRole("alert")).textContent;
}

test.each([401, 403, 500])("a login that is refused with %i and a message alone says 'Login failed' and the message", async (status) => {
  expect(await refusedBy({ message: "Boom" }, status)).toBe("Login failedBoom");
});

test("a password that is too short is told about the password alone", async () => {
  const errors = [{ field: "password", message: "x", code: "errors.passwordLength" }];
  const words = await refusedBy({ message: "x", code: "errors.passwordLength", requestId: "r", errors }, 400);
  expect(words).toBe("Login failedThe password must be 8 to 128 characters long.");
});

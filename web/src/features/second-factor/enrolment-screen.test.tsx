// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { EnrolmentScreen } from "./enrolment-screen.tsx";

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};
const someoneElse = () => screen.queryByRole("button", { name: "Log in as someone else" });

test("the half login can be left until the factor is confirmed: then the session is full, and ends by a logout alone", async () => {
  await showLoggedIn(<EnrolmentScreen />, ({ url }) =>
    answered(
      url.endsWith("/enrol")
        ? { secret: "ABCDEFGH", otpAuthUrl: "otpauth://totp/x?secret=ABCDEFGH" }
        : { valid: true, backupCodes: ["AAAAA-11111"] },
    ),
  );
  expect(someoneElse()).not.toBeNull();
  await press("Set it up");
  const code = await screen.findByRole("textbox");
  expect(someoneElse()).not.toBeNull();
  fireEvent.change(code, { target: { value: "123456" } });
  await press("Confirm");
  await waitFor(() => expect(screen.getByText("AAAAA-11111")).toBeDefined());
  expect(someoneElse()).toBeNull();
});

// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ApiRequest } from "#/api/call.ts";
import { someUserDetails } from "#/features/accounts/user-details.fixture.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { EditUserForm } from "./edit-user-form.tsx";

beforeEach(() => sessionStorage.clear());

test.each([
  ["", m["errors.emailRequired"]()],
  ["nobody", m["errors.emailInvalid"]()],
])("the address %j is refused at its field, without a question and without a request", async (email, reason) => {
  const sent: ApiRequest[] = [];
  await showLoggedIn(<EditUserForm user={someUserDetails()} />, (request) => {
    if (request.method === "PATCH") sent.push(request);
    return answered({ message: "no", code: "errors.unavailable", requestId: "r" }, 503);
  });
  const field = screen.getByLabelText(/^Email/);
  fireEvent.change(field, { target: { value: email } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["area.save"]() })));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(m["users.editFailed"]({ reason }))).toBeTruthy();
  expect(sent).toEqual([]);
});

// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ApiRequest } from "#/api/call.ts";
import { someUserDetails } from "#/features/accounts/user-details.fixture.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { EditUserForm } from "./edit-user-form.tsx";

beforeEach(() => sessionStorage.clear());

/** The edits that a form has sent. The server refuses each of them by this code. */
async function showForm(code: string, status: number): Promise<ApiRequest[]> {
  const sent: ApiRequest[] = [];
  await showLoggedIn(<EditUserForm user={someUserDetails()} />, (request) => {
    if (request.method === "PATCH") sent.push(request);
    return answered({ message: "no", code, requestId: "r" }, status);
  });
  return sent;
}

async function saveEmail(email: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: email } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["area.save"]() })));
}

test("a malformed address is refused at its field, without a question and without a request", async () => {
  const sent = await showForm("errors.unavailable", 503);
  await saveEmail("nobody");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByLabelText(/^Email/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(m["users.editFailed"]({ reason: m["errors.emailInvalid"]() }))).toBeTruthy();
  expect(sent).toEqual([]);
});

test.each([
  ["errors.emailRequired", m["errors.emailRequired"]()],
  ["errors.nameOrEmailRequired", m["errors.nameOrEmailRequired"]()],
])("without an address the form asks no question, and shows the rule of the server: %s", async (code, reason) => {
  const sent = await showForm(code, 400);
  await saveEmail("");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => document.body.textContent).toContain(reason);
  expect(sent).toHaveLength(1);
});

// @vitest-environment happy-dom
/** What the pages of a deletion say if the server refuses it (specification, sections 7 and 8). */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createCall } from "#/api/call.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { PortalContext } from "#/shell/portal.ts";
import { ConfirmDeletionScreen } from "./confirm-deletion-screen.tsx";
import { RequestDeletionScreen } from "./request-deletion-screen.tsx";

const title = "Check the provided email address for errors";
const request = <RequestDeletionScreen search={{}} attempt={{}} />;
const confirm = <ConfirmDeletionScreen code={"a".repeat(43)} search={{}} attempt={{}} />;

beforeEach(() => sessionStorage.clear());

/** Submits the form, and returns the paragraphs of the notice. */
async function refusedBy(page: ReactNode, body: unknown, status = 400): Promise<string> {
  const call = createCall(async () => answered(body, status));
  render(<PortalContext value={{ ...aPortal({}), call }}>{page}</PortalContext>);
  onTestFinished(cleanup);
  const field = screen.getByLabelText("Email");
  fireEvent.change(field, { target: { value: "kari@school.example" } });
  const form = field.closest("form");
  if (form === null) throw new Error("There is no form.");
  fireEvent.submit(form);
  return (await screen.findByRole("alert")).textContent;
}

test.each([
  ["that asks for the link", request],
  ["that deletes", confirm],
])("the page %s shows the server's message below its title", async (_, page) => {
  expect(await refusedBy(page, { message: "Server says no" })).toBe(`${title}Server says no`);
});

test("a refusal that the page that deletes knows is its own title, because the address is not to blame", async () => {
  const words = await refusedBy(confirm, { message: "x", code: "errors.accountNotDeletable" }, 409);
  expect(words).toBe("Could not delete the account, please contact our support");
});

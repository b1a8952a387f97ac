// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OwnProposal } from "./own-proposal.tsx";

const open = { email: "new@school.example", proposedAt: "2026-11-21T12:00:00Z", expiresAt: "2026-11-28T12:00:00Z" };

test("the result of refusing an address takes the focus, because the pressed button is gone", async () => {
  let proposal: typeof open | null = open;
  await showLoggedIn(<OwnProposal />, ({ method }) => {
    if (method === "POST") proposal = null;
    return answered(method === "POST" ? {} : { proposal });
  });
  fireEvent.click(await screen.findByRole("button", { name: "Refuse, keep my address" }));
  const notice = await screen.findByRole("status");
  expect(notice.textContent).toBe("You refused. Your address stays as it is.");
  await waitFor(() => expect(document.activeElement).toBe(notice));
});

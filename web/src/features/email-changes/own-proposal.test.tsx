// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("confirming leads to the login, and the page's own requests do not interfere", async () => {
  const leave = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  onTestFinished(() => leave.mockRestore());
  let isEnded = false;
  const { queries } = await showLoggedIn(<OwnProposal />, ({ method }) => {
    if (method === "POST") isEnded = true;
    // Confirming ends the session.
    return isEnded && method === "GET"
      ? answered({ message: "No", code: "errors.notLoggedIn", requestId: "r" }, 401)
      : answered({ proposal: open });
  });
  const button = await screen.findByRole("button", { name: "Confirm the new address" });
  await act(async () => void fireEvent.click(button));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("/login"));
  expect(queries.isFetching()).toBe(0);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.error),
  ).toEqual([null]);
  expect(isEnded).toBe(true);
});

test("an address that was replaced meanwhile is shown, and only the next answer is for it", async () => {
  const replaced = { ...open, email: "other@school.example" };
  const sent: unknown[] = [];
  await showLoggedIn(<OwnProposal />, ({ method, body }) => {
    if (method === "GET") return answered({ proposal: sent.length === 0 ? open : replaced });
    sent.push(JSON.parse(String(body)));
    return sent.length === 1 ? answered({ message: "No", code: "errors.changedMeanwhile", requestId: "r" }, 409) : answered({});
  });
  await screen.findByText(/new@school\.example/);
  fireEvent.click(screen.getByRole("button", { name: "Confirm the new address" }));
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toBe("The proposed address has changed. Check the new one before you answer.");
  await waitFor(() => expect(document.activeElement).toBe(notice));
  await screen.findByText(/other@school\.example/);
  fireEvent.click(screen.getByRole("button", { name: "Refuse, keep my address" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { answer: "confirm", email: "new@school.example" },
      { answer: "refuse", email: "other@school.example" },
    ]),
  );
});

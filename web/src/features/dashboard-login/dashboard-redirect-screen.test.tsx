// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createCall } from "#/api/call.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { DashboardRedirectScreen } from "./dashboard-redirect-screen.tsx";

test("games that cannot be fetched are named, not the user, who is known", async () => {
  const busy = createCall(
    async () => answered({ message: "Busy", code: "errors.busy", requestId: "r" }, 503),
    () => undefined,
  );
  await showLoggedIn(<DashboardRedirectScreen search={{}} />, undefined, { fresh: createFreshCall(busy, () => 0) });
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(m["errors.failedToFetchGames"]()));
  expect(document.body.textContent).not.toContain(m["errors.failedToFetchUser"]());
  expect(screen.getByRole("button", { name: m["app.tryAgain"]() })).toBeTruthy();
});

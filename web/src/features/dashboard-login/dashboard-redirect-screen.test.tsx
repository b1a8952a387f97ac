// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { ownManifest } from "@storyport/contract/games";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { anOrganization } from "#/features/games/games.fixture.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
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

test("'Not you?' keeps the dashboard's request for the next user, without the present user's organization", async () => {
  const left = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const school = anOrganization();
  const { loginState, fresh } = aPortal({ [ownManifest.path]: [school] });
  const search = { gameId: "storyport-no", orgId: school.id, state: "d", asks: "true" } as const;
  await showLoggedIn(<DashboardRedirectScreen search={search} />, () => answered({}), {
    loginState,
    fresh,
    user: { permissions: ["login_dashboard", "view_user_group"] },
  });
  fireEvent.click(await screen.findByRole("button", { name: m["gameLogin.notYou"]() }));
  await waitFor(() => expect(left).toHaveBeenCalledWith("/login"));
  expect(loginState.read()).toEqual({ gameId: "storyport-no", state: "d", postLoginPage: "/dashboard-redirect" });
});

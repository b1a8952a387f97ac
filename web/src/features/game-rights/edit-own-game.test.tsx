// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { someGameSettings } from "#/features/games/games.fixture.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { EditOwnGame } from "./edit-own-game.tsx";

beforeEach(() => sessionStorage.clear());

test("a new address of the dashboard asks for a confirmation after an old login, and is then saved", async () => {
  const game = someGameSettings();
  const resourceLinks = [{ url: "https://dashboard.example/in", resource_type: "dashboard" }];
  let isConfirmed = false;
  const sent: unknown[] = [];
  const api: Api = ({ method, url, body }) => {
    if (method === "PATCH") {
      if (!isConfirmed) return answered({ message: "Old", code: "errors.loginTooOld", requestId: "r" }, 403);
      sent.push(JSON.parse(body ?? "{}"));
      return answered({ ...game, version: 2, resourceLinks });
    }
    if (method === "GET" && url.endsWith("/sessions/confirm")) {
      return answered({ password: true, passkey: false, providers: [], code: false });
    }
    isConfirmed = true;
    return { ...answered(undefined, 204), body: "" };
  };
  await showLoggedIn(<EditOwnGame game={game} />, api);
  fireEvent.change(screen.getByLabelText(m["games.dashboardUrl"]()), { target: { value: "https://dashboard.example/in" } });
  fireEvent.click(screen.getByRole("button", { name: m["area.save"]() }));
  fireEvent.change(await screen.findByLabelText("Password"), { target: { value: "Reading-Rocks-26" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByText(m["area.saved"]());
  expect(sent).toEqual([{ version: 1, resourceLinks }]);
});

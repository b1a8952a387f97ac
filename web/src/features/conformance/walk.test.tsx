// @vitest-environment happy-dom
import type { Walk as Begun } from "@storyport/contract/conformance";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { Walk } from "./walk.tsx";

const begun: Begun = {
  runId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  issuer: "https://portal.example/conformance/0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  callbackUrl: "https://portal.example/bench",
  isOpenid: false,
  endsAt: "2026-11-23T09:00:00.000Z",
};

test("a walk that begins has the focus before its first step, so that the next Tab leads into it", async () => {
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, () => answered(begun, 201));
  await act(async () => screen.getByRole("button", { name: m["bench.walkStart"]() }).click());
  await waitFor(() => expect(document.activeElement?.tagName).toBe("P"));
  const send = screen.getByRole("button", { name: m["bench.walkSend"]() });
  expect(document.activeElement?.compareDocumentPosition(send)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a failed end of a walk is forgotten when the walk is started again", async () => {
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, ({ url }) =>
    url.endsWith("/end") ? answered({ message: "Busy", code: "errors.busy", requestId: "r" }, 503) : answered(begun, 201),
  );
  const press = async (name: string) => {
    const button = await screen.findByRole("button", { name });
    await act(async () => button.click());
  };
  await press(m["bench.walkStart"]());
  await press(m["bench.walkEnd"]());
  await waitFor(() => expect(screen.queryAllByRole("alert")).toHaveLength(1));
  await press(m["bench.walkAgain"]());
  await waitFor(() => expect(screen.queryAllByRole("alert")).toEqual([]));
  expect(screen.getByRole("button", { name: m["bench.walkSend"]() })).toBeTruthy();
});

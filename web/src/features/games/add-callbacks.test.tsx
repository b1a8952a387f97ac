// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { AddCallbacks } from "./add-callbacks.tsx";
import { someGameSettings } from "./games.fixture.ts";

beforeEach(() => sessionStorage.clear());

const first = "https://game.example/first";
const field = () => screen.getByLabelText(m["games.callbackUrl"](), { exact: false, selector: "input" });
const type = (url: string) => fireEvent.change(field(), { target: { value: url } });

/** Adds an address. The test ends the save. */
async function add(url: string) {
  const saved = Promise.withResolvers<ApiAnswer>();
  const callbacks = [{ url, kind: "WEB" as const }];
  await showLoggedIn(<AddCallbacks game={someGameSettings()} onSaved={() => {}} />, () => saved.promise);
  type(url);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["games.addCallback"]() })));
  return async () => {
    await act(async () => saved.resolve(answered(someGameSettings({ version: 2, callbacks }))));
    await screen.findByText(m["games.callbackAdded"]({ url }));
  };
}

test("the field of an address is empty once the address is saved", async () => {
  const end = await add(first);
  await end();
  expect(field()).toHaveProperty("value", "");
});

test("an address that is typed while the former one is saved stays", async () => {
  const end = await add(first);
  type("https://game.example/next");
  await end();
  expect(field()).toHaveProperty("value", "https://game.example/next");
});

test("a refusal goes when the form itself refuses the next address", async () => {
  const refusal = { message: "Retired", code: "errors.gameRetired", requestId: "r" };
  await showLoggedIn(<AddCallbacks game={someGameSettings()} onSaved={() => {}} />, () => answered(refusal, 409));
  const press = async () => await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["games.addCallback"]() })));
  type(first);
  await press();
  expect((await screen.findByRole("alert")).textContent).toContain(m["errors.gameRetired"]());
  type("x");
  await press();
  expect(screen.queryByRole("alert")).toBeNull();
});

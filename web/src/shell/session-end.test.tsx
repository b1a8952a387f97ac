// @vitest-environment happy-dom
/** The policy for a session that ends while a page is open (ARCHITECTURE.md, "When the session ends"). */
import { setLanguage } from "@storyport/contract/accounts";
import { confirmLogin } from "@storyport/contract/confirmations";
import { ownManifest } from "@storyport/contract/games";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { readKeptValues } from "#/features/edits/kept-values.ts";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { LoadedPart } from "./loaded-part.tsx";
import { answered, sessionOver, showLoggedIn, usualUser } from "./logged-in-page.fixture.tsx";
import { usePortal, useUser } from "./portal.ts";
import { useDraft } from "./session-end.ts";

const kept = () => readKeptValues({ form: "note", accountId: usualUser.accountId }, { note: "" })?.note;

function List() {
  return (
    <LoadedPart query={useEndpoint(ownManifest)} failed="Not loaded">
      {() => "loaded"}
    </LoadedPart>
  );
}

function Note() {
  const { call } = usePortal();
  const form = useKeptForm("note", { note: "" });
  const { act, failure } = useAction();
  return (
    <>
      <input aria-label="note" value={form.values.note} onChange={(event) => form.change({ note: event.currentTarget.value })} />
      <button onClick={() => void act(async () => void (await call(setLanguage, { body: { locale: "nb" } })))}>Save</button>
      {failure?.code}
      {useUser().displayName}
    </>
  );
}

function CodeShownOnce() {
  useDraft({ isTouched: () => true });
  return <p>ABC-123</p>;
}

function Confirmation() {
  const { call } = usePortal();
  const { act, failure } = useAction();
  return (
    <>
      <button onClick={() => void act(() => call(confirmLogin, { body: { password: "Lighthouse-Beam-8" } }))}>Confirm</button>
      <p>{failure?.message}</p>
    </>
  );
}

const type = (note: string) => fireEvent.change(screen.getByLabelText("note"), { target: { value: note } });

beforeEach(() => sessionStorage.clear());

test("a page that cannot load, with nothing typed on it, is left for the login at once", async () => {
  const { left } = await showLoggedIn(<List />, () => sessionOver);
  await waitFor(() => expect(left.mock.calls).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText("Not loaded")).toBeNull();
});

test("a page with a draft stays when a load is refused, and says that nothing is lost", async () => {
  const loads: (() => void)[] = [];
  const { left } = await showLoggedIn(
    <>
      <Note />
      <List />
    </>,
    async () => {
      await new Promise<void>((resolve) => loads.push(resolve));
      return sessionOver;
    },
  );
  type("not lost");
  loads[0]?.();
  const notice = await screen.findByRole("dialog", { name: "You have been logged out" });
  expect(notice.textContent).toContain("nothing you typed is lost");
  expect(left).not.toHaveBeenCalled();
});

test("a refused change shows the notice with one way: the login, and back to this page", async () => {
  await showLoggedIn(<Note />, () => sessionOver, { address: "/player-groups?page=2" });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const notice = await screen.findByRole("dialog", { name: "You have been logged out" });
  expect(notice.textContent).toContain("Nothing was changed.");
  const ways = [...notice.querySelectorAll("a, button")];
  expect(ways.map((way) => way.getAttribute("href"))).toEqual([
    `/login?${new URLSearchParams({ postLoginPage: "/player-groups?page=2" })}`,
  ]);
});

test("a page with something that cannot be kept says so, and first offers to stay on it", async () => {
  const { left } = await showLoggedIn(
    <>
      <Note />
      <CodeShownOnce />
    </>,
    () => sessionOver,
  );
  type("kept");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const notice = await screen.findByRole("dialog", { name: "You have been logged out" });
  expect(notice.textContent).toContain("would be lost");
  expect(notice.textContent).not.toContain("nothing you typed is lost");
  expect([...notice.querySelectorAll("a, button")].map((way) => way.textContent)).toEqual(["Stay on this page", "Log in again"]);
  fireEvent.click(screen.getByRole("button", { name: "Stay on this page" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("ABC-123")).toBeDefined();
  expect(screen.getByText("You have been logged out")).toBeDefined();
  expect(screen.getByRole("link", { name: "Log in again" }).getAttribute("href")).toMatch(/^\/login\?postLoginPage=/);
  expect(left).not.toHaveBeenCalled();
});

test("leaving the page keeps the draft, with what was typed after the notice was closed", async () => {
  await showLoggedIn(<Note />, () => sessionOver);
  type("first");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const notice = await screen.findByRole("dialog");
  fireEvent(notice, new Event("cancel", { cancelable: true }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  type("second");
  dispatchEvent(new Event("pagehide"));
  expect(kept()).toBe("second");
});

test("a page left while the session lasts keeps nothing", async () => {
  await showLoggedIn(<Note />);
  type("typed");
  dispatchEvent(new Event("pagehide"));
  expect(kept()).toBeUndefined();
});

test.each([{}, { message: "x" }])("a load that is refused by the status 401 alone leads to the login too: %j", async (body) => {
  const { left } = await showLoggedIn(<List />, () => answered(body, 401));
  await waitFor(() => expect(left.mock.calls).toHaveLength(1));
});

test("a change that is refused by the status 401 alone is one without a session for the parts of the page", async () => {
  await showLoggedIn(<Note />, () => answered({ message: "x" }, 401));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("dialog", { name: "You have been logged out" });
  expect(await screen.findByText(/errors\.notLoggedIn/)).toBeDefined();
});

test.each([{ message: "Wrong" }, { message: "Wrong", code: "errors.passwordWrong", requestId: "r" }])(
  "a wrong password is no end of the session: %j",
  async (body) => {
    const { left } = await showLoggedIn(<Confirmation />, () => answered(body, 401));
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Wrong")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(left).not.toHaveBeenCalled();
  },
);

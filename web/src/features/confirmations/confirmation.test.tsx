// @vitest-environment happy-dom
/** The question for a confirmation, and the refused call that waits for it (docs/flows/confirmations.md). */
import { setLanguage } from "@storyport/contract/accounts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { useAction } from "#/api/use-action.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { usePortal } from "#/shell/portal.ts";
import { tellOtherWindows } from "./confirmed-channel.ts";

const refusal = (status: number, code: string, parts: object = {}): ApiAnswer =>
  answered({ message: code, code, requestId: "r", ...parts }, status);
const done: ApiAnswer = { ...answered(undefined, 204), body: "" };

interface World {
  ways?: { password: boolean; passkey?: boolean; providers: string[]; code: boolean };
  /** The answer to the confirmation; confirmed if undefined. */
  confirm?: (body: unknown) => ApiAnswer | undefined;
}

/** A server whose action is refused until the login is confirmed. */
function aServer({ ways = { password: true, providers: [], code: false }, confirm }: World = {}) {
  const state = { isConfirmed: false, actions: 0, sent: [] as unknown[] };
  const api: Api = ({ method, url, body }) => {
    if (url.endsWith("/users/set-language")) {
      state.actions += 1;
      return state.isConfirmed ? done : refusal(403, "errors.loginTooOld");
    }
    if (method === "GET" && url.endsWith("/sessions/confirm")) return answered({ passkey: false, ...ways });
    if (url.endsWith("/sessions/confirm/provider")) {
      state.sent.push(JSON.parse(body ?? "{}"));
      return answered({ url: "https://feide.example/login" });
    }
    if (url.endsWith("/sessions/confirm")) {
      state.sent.push(JSON.parse(body ?? "{}"));
      const refused = confirm?.(JSON.parse(body ?? "{}"));
      if (refused !== undefined) return refused;
      state.isConfirmed = true;
      return done;
    }
    throw new Error(`No test answers ${method} ${url}.`);
  };
  return { state, api };
}

function Act({ name }: { name: string }) {
  const { call } = usePortal();
  const { act, failure, isDone, isBusy } = useAction();
  return (
    <>
      <button onClick={() => void act(() => call(setLanguage, { body: { locale: "nb" } }))}>{name}</button>
      <output aria-label={`result of ${name}`}>{isBusy ? "busy" : isDone ? "done" : failure?.code}</output>
    </>
  );
}

const resultOf = (name: string) => screen.getByLabelText(`result of ${name}`).textContent;
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
async function question(): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole("dialog").textContent).not.toContain("One moment..."));
  return screen.getByRole("dialog", { name: "Confirm that it is you" });
}
const noQuestion = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const type = async (label: string, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } });

beforeEach(() => sessionStorage.clear());

test("a refused action asks once, waits, and is done after the confirmation", async () => {
  const { state, api } = aServer();
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  await question();
  expect(resultOf("Save")).toBe("busy");
  await type("Password", "Reading-Rocks-26");
  await press("Confirm");
  await waitFor(() => expect(resultOf("Save")).toBe("done"));
  await noQuestion();
  expect(state.sent).toEqual([{ password: "Reading-Rocks-26" }]);
  expect(state.actions).toBe(2);
});

test("two refused actions share one question", async () => {
  const { state, api } = aServer();
  await showLoggedIn(
    <>
      <Act name="Save" />
      <Act name="Delete" />
    </>,
    api,
  );
  await press("Save");
  await question();
  await press("Delete");
  await waitFor(() => expect(state.actions).toBe(2));
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await type("Password", "Reading-Rocks-26");
  await press("Confirm");
  await waitFor(() => expect([resultOf("Save"), resultOf("Delete")]).toEqual(["done", "done"]));
});

test("a refusal that arrives after the confirmation asks no second time", async () => {
  const { state, api } = aServer();
  const late = Promise.withResolvers<void>();
  await showLoggedIn(
    <>
      <Act name="Save" />
      <Act name="Delete" />
    </>,
    async (request) => {
      const answer = await api(request);
      // The second action is refused before the confirmation, and its refusal is on the way for long.
      if (request.url.endsWith("/users/set-language") && state.actions === 2) await late.promise;
      return answer;
    },
  );
  await press("Save");
  await question();
  await press("Delete");
  await waitFor(() => expect(state.actions).toBe(2));
  await type("Password", "Reading-Rocks-26");
  await press("Confirm");
  await waitFor(() => expect(resultOf("Save")).toBe("done"));
  await noQuestion();
  late.resolve();
  await waitFor(() => expect(resultOf("Delete")).toBe("done"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("after Cancel the action is refused, and may be tried again", async () => {
  const { state, api } = aServer();
  await showLoggedIn(<Act name="Save" />, api);
  for (const count of [1, 2]) {
    await press("Save");
    await question();
    await press("Cancel");
    await noQuestion();
    expect(resultOf("Save")).toBe("errors.loginTooOld");
    expect(state.actions).toBe(count);
  }
});

const wrong: [string, ApiAnswer, string][] = [
  ["a wrong password", refusal(401, "errors.passwordWrong"), "The password is wrong."],
  ["too many attempts", { ...refusal(429, "errors.tooManyAttempts"), retryAfter: "30" }, "30 seconds"],
  ["an expired password", refusal(403, "errors.passwordExpired"), "Your password has expired."],
];

test.each(wrong)("%s is said in the question, which stays", async (_, refused, words) => {
  const { state, api } = aServer({ confirm: () => refused });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  const dialog = await question();
  await type("Password", "Reading-Rocks-26");
  await press("Confirm");
  await waitFor(() => expect(dialog.textContent).toContain(words));
  expect(screen.getByRole("dialog")).toBe(dialog);
  expect(state.actions).toBe(1);
});

test("an empty password or code is said at its field, and nothing is sent", async () => {
  const { state, api } = aServer({ ways: { password: true, providers: ["FEIDE"], code: true } });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  const dialog = await question();
  await press("Confirm");
  expect(dialog.textContent).toContain("Enter your password.");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  await type("Password", "Reading-Rocks-26");
  for (const name of ["Confirm", "Continue with Feide"]) {
    await press(name);
    expect(dialog.textContent).toContain("Enter the code.");
  }
  expect(state.sent).toEqual([]);
});

test("an account with a second factor is asked for its code, and a wrong one is said at its field", async () => {
  const ways = { password: true, providers: [], code: true };
  const { state, api } = aServer({ ways, confirm: () => (state.sent.length < 2 ? refusal(401, "errors.secondFactorInvalid") : undefined) });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  await question();
  await type("Password", "Reading-Rocks-26");
  const code = screen.getByRole("textbox", { name: /^Code from your app/ });
  fireEvent.change(code, { target: { value: "123456" } });
  await press("Confirm");
  await waitFor(() => expect(code.getAttribute("aria-invalid")).toBe("true"));
  await press("Confirm");
  await waitFor(() => expect(resultOf("Save")).toBe("done"));
  expect(state.sent.at(-1)).toEqual({ password: "Reading-Rocks-26", code: "123456" });
});

test("the end of the session closes the question and has its own notice", async () => {
  const { api } = aServer({ confirm: () => sessionOver });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  await question();
  await type("Password", "Reading-Rocks-26");
  await press("Confirm");
  await screen.findByRole("dialog", { name: "You have been logged out" });
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm that it is you" })).toBeNull());
});

test("an account without a password and a provider is told to log in again, and what is lost", async () => {
  const { api } = aServer({ ways: { password: false, providers: [], code: false } });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  const dialog = await question();
  await waitFor(() =>
    expect(dialog.textContent).toContain("What you typed in its forms is kept in this tab, but not passwords, codes and lists of names."),
  );
  await screen.findByRole("button", { name: "Log in again" });
});

test("ways that cannot be loaded are said, and the action stays refused", async () => {
  const { api } = aServer();
  await showLoggedIn(<Act name="Save" />, (request) => (request.method === "GET" ? refusal(503, "errors.unavailable") : api(request)));
  await press("Save");
  const dialog = await question();
  await waitFor(() => expect(dialog.textContent).toContain("We cannot ask you to confirm right now."));
  await press("Cancel");
  await waitFor(() => expect(resultOf("Save")).toBe("errors.loginTooOld"));
});

function openWindow(opened: Window | null) {
  const open = vi.spyOn(window, "open").mockReturnValue(opened);
  onTestFinished(() => open.mockRestore());
  return open;
}

const atFeide = { password: false, providers: ["FEIDE"], code: false };

test("at a provider a second window opens, and its message goes on with the action", async () => {
  const open = openWindow(window);
  const { state, api } = aServer({ ways: atFeide });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  const dialog = await question();
  await press("Continue with Feide");
  await waitFor(() => expect(dialog.textContent).toContain("Log in with Feide in the new window."));
  expect(open).toHaveBeenCalledWith("https://feide.example/login", "_blank", expect.any(String));
  tellOtherWindows({ refused: "errors.identityNotYours" });
  await waitFor(() => expect(dialog.textContent).toContain("You logged in there as somebody else."));
  await press("Continue with Feide");
  await waitFor(() => expect(dialog.textContent).toContain("Log in with Feide in the new window."));
  state.isConfirmed = true;
  tellOtherWindows({ refused: undefined });
  await waitFor(() => expect(resultOf("Save")).toBe("done"));
});

test("a passkey alone asks for no password; a browser without passkeys leads to a new login", async () => {
  const ways = { password: false, passkey: true, providers: [], code: false };
  const { api } = aServer({ ways });
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, { parseRequestOptionsFromJSON: () => ({}) }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  await question();
  await screen.findByRole("button", { name: "Use a passkey" });
  expect(screen.queryByLabelText("Password")).toBeNull();
  await press("Cancel");
  await noQuestion();
  vi.unstubAllGlobals();
  await press("Save");
  await screen.findByRole("button", { name: "Log in again" });
});

test("a blocked window is opened by a link", async () => {
  openWindow(null);
  const { api } = aServer({ ways: atFeide });
  await showLoggedIn(<Act name="Save" />, api);
  await press("Save");
  await question();
  await press("Continue with Feide");
  const link = await screen.findByRole("link", { name: "Open Feide" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["https://feide.example/login", "_blank"]);
});

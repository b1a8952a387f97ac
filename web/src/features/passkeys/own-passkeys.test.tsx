// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { PasskeyStepScreen } from "./passkey-step-screen.tsx";

const press = async (name: RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test("a passkey is renamed in its place, and the list shows its new name", async () => {
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  let stored = { ...passkey, isBackedUp: false, isCopied: false };
  await showLoggedIn(<OwnPasskeys />, ({ method, body }) => {
    if (method === "PATCH") stored = { ...stored, ...JSON.parse(body ?? "{}") };
    return answered(method === "PATCH" ? stored : [stored]);
  });
  await press(/^Rename Laptop/);
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: " Blue laptop " } });
  await press(/^Save/);
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Passkey renamed: Blue laptop"));
  await waitFor(() => expect(screen.getByRole("listitem").textContent).toContain("Blue laptop"));
  expect(stored.name).toBe("Blue laptop");
});

test("a name with characters that mislead is refused in words", async () => {
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  await showLoggedIn(<OwnPasskeys />, ({ method }) => {
    if (method !== "PATCH") return answered([{ ...passkey, isBackedUp: false, isCopied: false }]);
    return answered({ message: "Invalid input: name", code: "errors.invalidInput", requestId: "r" }, 400);
  });
  await press(/^Rename Laptop/);
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Lap\u202Etop" } });
  await press(/^Save/);
  expect((await screen.findByRole("alert")).textContent).toBe(m["errors.displayNameSpecialCharacters"]());
});

test("a cancelled renaming gives the focus back to its button", async () => {
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  await showLoggedIn(<OwnPasskeys />, () => answered([{ ...passkey, isBackedUp: false, isCopied: false }]));
  await press(/^Rename Laptop/);
  await press(/^Cancel/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Rename Laptop"));
});

test("the page that demands a passkey says what to do in a browser without WebAuthn", async () => {
  await showLoggedIn(<PasskeyStepScreen hasPasskey={false} />);
  await waitFor(() => expect(document.body.textContent).toContain("This browser cannot use passkeys. Log in with a newer browser"));
  expect(screen.queryByLabelText("Name of the passkey")).toBeNull();
});

/** A browser with passkeys, until the test ends. */
function knowPasskeys(): void {
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, { parseRequestOptionsFromJSON: () => undefined }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const at = "2026-11-23T16:00:00.000Z";

test("while a first passkey is due, adding it is the first and only action, and afterwards it is offered below the list again", async () => {
  knowPasskeys();
  const { page } = await showLoggedIn(<OwnPasskeys />, () => answered([]), { user: { passkeyDue: { at, hasPasskey: false } } });
  await waitFor(() => expect(document.body.textContent).toContain("You have no passkeys yet."));
  expect(buttons()).toEqual(["Add a passkey"]);
  const isBeforeList = (name: string) =>
    Boolean(
      screen.getByRole("button", { name }).compareDocumentPosition(screen.getByText("You have no passkeys yet.")) &
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  expect(isBeforeList("Add a passkey")).toBe(true);
  page.unmount();
  await showLoggedIn(<OwnPasskeys />, () => answered([]));
  await waitFor(() => expect(document.body.textContent).toContain("You have no passkeys yet."));
  expect(buttons()).toEqual(["Add a passkey"]);
  expect(isBeforeList("Add a passkey")).toBe(false);
});

test("while the use of a passkey is due, a further one is not offered, because it would be refused", async () => {
  knowPasskeys();
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  const listed = () => answered([{ ...passkey, isBackedUp: false, isCopied: false }]);
  await showLoggedIn(<OwnPasskeys />, listed, { user: { passkeyDue: { at, hasPasskey: true } } });
  await waitFor(() => expect(screen.getByRole("listitem").textContent).toContain("Laptop"));
  expect(buttons()).toContain("Use your passkey");
  expect(buttons()).not.toContain("Add a passkey");
});

test("a browser without passkeys in which a passkey is due says so once", async () => {
  await showLoggedIn(<OwnPasskeys />, () => answered([]), { user: { passkeyDue: { at, hasPasskey: true } } });
  await waitFor(() => expect(document.body.textContent).toContain("This browser cannot use passkeys."));
  expect(document.body.textContent).not.toContain("This browser cannot add passkeys.");
});

test("a cancelled name of a new passkey gives the focus back to its button", async () => {
  knowPasskeys();
  await showLoggedIn(<OwnPasskeys />, () => answered([]));
  await press(/^Add a passkey/);
  await press(/^Cancel/);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a passkey" }));
});

test("a refusal to remove a passkey goes when another passkey is renamed", async () => {
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  await showLoggedIn(<OwnPasskeys />, ({ method }) => {
    if (method === "DELETE") return answered({ message: "Last", code: "errors.lastLoginMethod", requestId: "r" }, 409);
    return answered([{ ...passkey, isBackedUp: false, isCopied: false }]);
  });
  await press(/^Remove Laptop/);
  await press(/^Remove$/);
  expect(await screen.findByRole("alert")).toBeDefined();
  await press(/^Rename Laptop/);
  expect(screen.queryByRole("alert")).toBeNull();
});

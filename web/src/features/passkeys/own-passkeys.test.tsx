// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("a cancelled renaming gives the focus back to its button", async () => {
  const passkey = { id: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01", name: "Laptop", createdAt: "2026-11-22T08:00:00.000Z" };
  await showLoggedIn(<OwnPasskeys />, () => answered([{ ...passkey, isBackedUp: false, isCopied: false }]));
  await press(/^Rename Laptop/);
  await press(/^Cancel/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Rename Laptop"));
});

test("the page that demands a passkey says what to do in a browser without WebAuthn", async () => {
  await showLoggedIn(<PasskeyStepScreen hasPasskey={false} />);
  await waitFor(() => expect(document.body.textContent).toContain("This browser cannot use passkeys."));
  expect(screen.queryByLabelText("Name of the passkey")).toBeNull();
});

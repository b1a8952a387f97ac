// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { SecondFactorPart } from "./second-factor-part.tsx";

const codes = ["AAAAA-11111", "BBBBB-22222"];

/** A portal that stores whether the factor is set up. */
function aPortal(enrolled: boolean): Api {
  let isOn = enrolled;
  return ({ method, url }) => {
    const path = `${method} ${url.replace("/api/auth/second-factor", "")}`;
    if (path === "GET ") return answered({ enrolled: isOn, required: false, confirmedAt: "2026-11-22T08:00:00.000Z", backupCodesLeft: 10 });
    if (path === "POST /enrol") return answered({ secret: "ABCDEFGH", otpAuthUrl: "otpauth://totp/x?secret=ABCDEFGH" });
    isOn = true;
    return answered({ valid: true, backupCodes: codes });
  };
}

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};
const answer = async (code: string) => {
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: code } });
  const form = field.closest("form");
  if (form === null) throw new Error("The code stands in no form.");
  await act(async () => void fireEvent.submit(form));
};
const shown = () => screen.queryAllByText(/^[A-Z]{5}-\d{5}$/).map((item) => item.textContent);

test("the backup codes of a new factor stay through every refetch, until their owner confirms", async () => {
  const { queries } = await showLoggedIn(<SecondFactorPart />, aPortal(false));
  await press("Set it up");
  await answer("123456");
  await waitFor(() => expect(shown()).toEqual(codes));
  // As after a lost connection, or after disconnecting a provider beside it.
  await act(async () => await queries.refetchQueries());
  await act(async () => await queries.invalidateQueries());
  expect(shown()).toEqual(codes);
  await press("Done");
  expect(shown()).toEqual(codes);
  fireEvent.click(screen.getByLabelText("I have kept them"));
  await press("Done");
  await waitFor(() => expect(shown()).toEqual([]));
  expect(screen.getByRole("status").textContent).toContain("Two-step verification is on.");
});

test("renewed codes stay too, also if the status can no longer be fetched", async () => {
  let isAway = false;
  const portal = aPortal(true);
  const { queries } = await showLoggedIn(<SecondFactorPart />, (request) => {
    if (isAway) throw new Error("The connection is away.");
    return portal(request);
  });
  await press("New backup codes");
  await answer("123456");
  await waitFor(() => expect(shown()).toEqual(codes));
  isAway = true;
  await act(async () => await queries.resetQueries());
  expect(shown()).toEqual(codes);
});

test("codes that are not kept yet stay when the session ends, and kept ones do not hold the page", async () => {
  let hasEnded = false;
  const portal = aPortal(false);
  const { queries, left } = await showLoggedIn(<SecondFactorPart />, (request) => (hasEnded ? sessionOver : portal(request)));
  await press("Set it up");
  await answer("123456");
  await waitFor(() => expect(shown()).toEqual(codes));
  hasEnded = true;
  await act(async () => await queries.refetchQueries());
  expect(left).not.toHaveBeenCalled();
  expect(shown()).toEqual(codes);
  fireEvent.click(screen.getByLabelText("I have kept them"));
  await act(async () => void queries.refetchQueries());
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test.each([
  { isOn: false, opener: "Set it up" },
  { isOn: true, opener: "New backup codes" },
  { isOn: true, opener: "Turn off" },
])("a cancelled step gives the focus back to its button: $opener", async ({ isOn, opener }) => {
  await showLoggedIn(<SecondFactorPart />, aPortal(isOn));
  await press(opener);
  await press("Cancel");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: opener }));
});

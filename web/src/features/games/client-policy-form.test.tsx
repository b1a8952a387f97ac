// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { EditionFields } from "./client-policy-form.tsx";
import { emptyPolicy } from "./client-policy.ts";

function Edition() {
  const [values, setValues] = useState(emptyPolicy);
  return <EditionFields form={{ values, change: (part) => setValues({ ...values, ...part }) }} />;
}

const field = () => screen.getByLabelText(m["games.startUrl"]());
const isFaulty = () => field().getAttribute("aria-invalid") === "true";

test.each([
  ["leaves the field", () => fireEvent.blur(field())],
  ["sends the form by Enter", () => fireEvent.keyDown(field(), { key: "Enter" })],
])("a wrong start address is marked once the user %s, and not while it is typed", async (_, finish) => {
  await showLoggedIn(<Edition />);
  fireEvent.change(field(), { target: { value: "game.example" } });
  expect(isFaulty()).toBe(false);
  finish();
  expect(isFaulty()).toBe(true);
});

// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { ConfirmEmailScreen } from "./confirm-email-screen.tsx";

afterEach(cleanup);

test.each([
  ["the school that proposed the address", { organization_key: "Fjordskolen" }, "Fjordskolen wants"],
  ["the portal if that school is gone", {}, "Storyport wants"],
])("the question names %s", (_, parts, begins) => {
  const answer = { email: "kari@school.example", proposedEmail: "kari@new.example", ...parts };
  render(
    <PortalContext value={aPortal({})}>
      <ConfirmEmailScreen code={"c".repeat(43)} search={{}} attempt={{}} found={{ is: "good", answer }} />
    </PortalContext>,
  );
  expect(screen.getByText((_text, element) => element?.tagName === "P" && element.textContent.startsWith(begins))).toBeTruthy();
});

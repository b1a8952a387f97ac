/** What both pages of deletion links say once the link has ended. A user who has just deleted the account may see it too. */
import { m } from "@storyport/texts/messages";
import { overwriteGetLocale } from "@storyport/texts/runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { ConfirmDeletionScreen } from "./confirm-deletion-screen.tsx";
import { DeleteUserScreen } from "./delete-user-screen.tsx";

overwriteGetLocale(() => "en");

const used = "If you have already used this link, your account is deleted.";
const wrongEmails = "A wrong email address was entered five times, so this link no longer works.";
const attempt = {};

function wordsOf(page: ReactNode): string {
  return renderToStaticMarkup(<PortalContext value={aPortal({})}>{page}</PortalContext>);
}

test("a form that was sent twice without a script says that the account may be deleted already", () => {
  const search = { error: "errors.deletionLinkExpired", reason: "errors.deletionLinkUnknown" };
  const words = wordsOf(<ConfirmDeletionScreen search={search} attempt={attempt} />);
  expect(words).toContain(m["errors.deletionLinkExpired"]());
  expect(words).toContain(used);
});

test("a link that ended with five wrong addresses says so", () => {
  const search = { error: "errors.deletionLinkExpired", reason: "errors.tooManyWrongEmails" };
  expect(wordsOf(<ConfirmDeletionScreen search={search} attempt={attempt} />)).toContain(wrongEmails);
});

test("without script, a page without a link in its address says that the account may be deleted already", () => {
  expect(wordsOf(<ConfirmDeletionScreen search={{}} attempt={attempt} />)).toContain(used);
  expect(wordsOf(<DeleteUserScreen search={{}} attempt={attempt} />)).toContain(used);
});

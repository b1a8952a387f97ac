// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { formsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { readKeptValues } from "#/features/edits/kept-values.ts";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { answered, showLoggedIn, usualUser } from "#/shell/logged-in-page.fixture.tsx";
import { LogInAgain } from "./log-in-again.tsx";

beforeEach(() => sessionStorage.clear());

/** The forms of the page: one with a note, and one with a list of names. */
function Page() {
  const note = useKeptForm("note", { note: "" });
  const list = useKeptForm(formsOfTheSession.classImport, { names: "" });
  return (
    <>
      <input aria-label="note" value={note.values.note} onChange={(event) => note.change({ note: event.currentTarget.value })} />
      <input aria-label="names" value={list.values.names} onChange={(event) => list.change({ names: event.currentTarget.value })} />
      <LogInAgain />
    </>
  );
}

test("a login in place of a confirmation keeps the page's draft, but no list of names; a refused logout keeps nothing", async () => {
  vi.stubGlobal("location", Object.assign(new URL("https://portal.test/users/1"), { assign: () => undefined, replace: () => undefined }));
  onTestFinished(() => void vi.unstubAllGlobals());
  let isAway = true;
  await showLoggedIn(<Page />, () =>
    isAway ? answered({ message: "away", code: "errors.unavailable", requestId: "r" }, 503) : answered({}),
  );
  const { accountId } = usualUser;
  const kept = () => readKeptValues({ form: "note", accountId }, { note: "" })?.note;
  const press = () => fireEvent.click(screen.getByRole("button", { name: m["profile.logInAgain"]() }));
  fireEvent.change(screen.getByLabelText("note"), { target: { value: "half" } });
  fireEvent.change(screen.getByLabelText("names"), { target: { value: "Nora" } });
  press();
  await screen.findByText(m["logout.failed"]());
  expect(kept()).toBeUndefined();
  isAway = false;
  press();
  await waitFor(() => expect(kept()).toBe("half"));
  expect(readKeptValues({ form: formsOfTheSession.classImport, accountId }, { names: "" })).toBeUndefined();
});

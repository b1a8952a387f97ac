// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { keepValues } from "#/features/edits/kept-values.ts";
import { EditOpenidClient } from "#/features/game-rights/edit-openid-client.tsx";
import { EditOwnGame } from "#/features/game-rights/edit-own-game.tsx";
import { answered, showLoggedIn, usualUser } from "#/shell/logged-in-page.fixture.tsx";
import { CreateGameScreen } from "./create-game-screen.tsx";
import { EditGame } from "./edit-game.tsx";
import { someGameSettings } from "./games.fixture.ts";
import { EditionFields } from "./client-policy-form.tsx";
import { emptyPolicy } from "./client-policy.ts";

beforeEach(() => sessionStorage.clear());

function Edition() {
  const [values, setValues] = useState(emptyPolicy);
  return <EditionFields form={{ values, change: (part) => setValues({ ...values, ...part }) }} isChecked={false} />;
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

const save = m["area.save"]();
const wrong = { startUrl: "game.example" };

test.each([
  [
    "create-game",
    () => <CreateGameScreen />,
    m["games.createTitle"](),
    m["games.startUrl"](),
    { ...wrong, gameKey: "sea", description: "Sea" },
  ],
  ["edit-game:7", () => <EditGame game={someGameSettings()} place={{ page: 1, filter: "" }} />, save, m["games.startUrl"](), wrong],
  ["edit-own-game:7", () => <EditOwnGame game={someGameSettings()} />, save, m["games.startUrl"](), wrong],
  [
    "edit-openid:7",
    () => <EditOpenidClient game={someGameSettings()} />,
    save,
    m["openidClients.logoutUrl"](),
    { isClient: true, logoutUrl: "x" },
  ],
])(
  "a restored draft of %s with a wrong address is marked when it is sent, and the address gets the focus",
  async (form, page, button, label, draft) => {
    keepValues({ form, accountId: usualUser.accountId }, draft);
    const sent: string[] = [];
    await showLoggedIn(page(), ({ method }) => {
      if (method !== "GET") sent.push(method);
      return answered({ results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 50 } });
    });
    const address = screen.getByLabelText(label);
    expect(address.getAttribute("aria-invalid")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(address.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(address);
    expect(sent).toEqual([]);
  },
);

// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { someGameSettings } from "#/features/games/games.fixture.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { CreateEdition } from "./create-edition.tsx";
import { GamePeople } from "./game-people.tsx";

beforeEach(() => sessionStorage.clear());

const game = someGameSettings();
const edition = <CreateEdition game={game} />;
const people = <GamePeople gameId={game.gameId} />;
const field = (label: string) => screen.getByLabelText(label, { exact: false, selector: "input" });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const noPeople: Api = ({ method }) => (method === "GET" ? answered([]) : sessionOver);

test("the draft of an edition survives the end of the session", async () => {
  const { page } = await showLoggedIn(edition, () => sessionOver);
  type(m["games.gameKey"](), "storyport-no-north");
  type(m["games.description"](), "Northern Norwegian");
  type(m["games.language"](), "nb");
  await press(m["bench.editionCreate"]());
  await screen.findByRole("dialog");
  dispatchEvent(new Event("pagehide"));
  page.unmount();
  await showLoggedIn(edition);
  expect(field(m["games.gameKey"]())).toHaveProperty("value", "storyport-no-north");
  expect(field(m["games.description"]())).toHaveProperty("value", "Northern Norwegian");
  expect(screen.getByText(m["area.valuesKept"]())).toBeDefined();
});

test("the draft of a right on a game survives the end of the session", async () => {
  const { page } = await showLoggedIn(people, noPeople);
  type(m["bench.personEmail"](), "new@school.example");
  fireEvent.change(screen.getByLabelText(m["bench.personRight"]()), { target: { value: "OWNER" } });
  await press(m["bench.personGive"]());
  await screen.findByRole("dialog");
  dispatchEvent(new Event("pagehide"));
  page.unmount();
  await showLoggedIn(people, noPeople);
  expect(field(m["bench.personEmail"]())).toHaveProperty("value", "new@school.example");
  expect(screen.getByLabelText(m["bench.personRight"]())).toHaveProperty("value", "OWNER");
});

test("an address that is typed while the former person gets the right stays", async () => {
  const given = Promise.withResolvers<ApiAnswer>();
  await showLoggedIn(people, ({ method }) => (method === "GET" ? answered([]) : given.promise));
  type(m["bench.personEmail"](), "first@school.example");
  await press(m["bench.personGive"]());
  type(m["bench.personEmail"](), "second@school.example");
  await act(async () => given.resolve(answered([])));
  await screen.findByText(m["bench.personGiven"]());
  expect(field(m["bench.personEmail"]())).toHaveProperty("value", "second@school.example");
});

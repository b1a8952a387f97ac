/** The screen of a list of students, with a played API, for its tests. */
import type { JudgedRow } from "@storyport/contract/class-imports";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { ClassImportScreen } from "./class-import-screen.tsx";

export const playerGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
export const group = {
  id: playerGroupId,
  version: 1,
  name: "2A",
  groupType: "REGULAR",
  rightsType: "OWNER",
  isShared: false,
  organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
  createdAt: "2026-11-22T08:00:00.000Z",
  playerIds: [],
  players: [],
};

/** `known`: names that the class has. `orders`: the imports that were sent. */
export const played = { known: [] as string[], orders: [] as { id: string; rows: { name: string; decision: string }[] }[] };

/** Before each test. */
export function startAgain(): void {
  sessionStorage.clear();
  played.known = [];
  played.orders = [];
}

function judge({ name, className }: { name: string; className?: string }): JudgedRow {
  const base = { name, faults: [], className: "2A", playerGroupId };
  if (name === "🦊") return { ...base, verdict: "wrong", faults: ["nameCharacters"] };
  if (className === "9Z") return { ...base, className, verdict: "wrong", faults: ["tooManyClasses"] };
  return { ...base, verdict: played.known.includes(name) ? "already-here" : "new" };
}

export const api: Api = ({ url, body = "{}" }) => {
  if (url.includes("/player-groups/")) return answered(group);
  if (url.endsWith("/class-imports/check")) return answered({ rows: JSON.parse(body).rows.map(judge) });
  if (url.includes("/class-imports?")) return answered([]);
  played.orders.push(JSON.parse(body));
  return answered({ message: "Changed", code: "errors.importChanged", requestId: "r" }, 409);
};

export async function open(id: string, answers: Api = api) {
  return await showLoggedIn(
    <main>
      <ClassImportScreen playerGroupId={id} />
    </main>,
    answers,
  );
}

export async function check(names: string, answers: Api = api, id = playerGroupId) {
  const shown = await open(id, answers);
  fireEvent.change(await screen.findByLabelText("Names", { exact: false, selector: "textarea" }), { target: { value: names } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Check the list" })));
  return shown;
}

export const press = async (name: RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

export const answer = async (name: string) => {
  const button = within(screen.getByRole("dialog")).getByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};
export const discard = async () => {
  await press(/^Discard the list/);
  await answer("Discard the list");
};

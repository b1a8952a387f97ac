// @vitest-environment happy-dom
/** A form that refuses a field itself moves the focus there. Otherwise a screen reader says nothing, because the focus stays on the button. */
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { someUserDetails } from "#/features/accounts/user-details.fixture.ts";
import { MoveForm } from "#/features/class-moves/move-form.tsx";
import { EraseStudentScreen } from "#/features/erasures/erase-student-screen.tsx";
import { FindReceiptScreen } from "#/features/erasures/find-receipt-screen.tsx";
import { AddCallbacks } from "#/features/games/add-callbacks.tsx";
import { someGameSettings } from "#/features/games/games.fixture.ts";
import { StartLessonForm } from "#/features/lessons/start-lesson-form.tsx";
import { PasskeyNameForm } from "#/features/passkeys/passkey-name-form.tsx";
import { CreateGroupForm } from "#/features/player-groups/create-group-form.tsx";
import { GiveColleagueForm } from "#/features/player-groups/give-colleague-form.tsx";
import { aPlayerGroup } from "#/features/player-groups/player-groups.fixture.ts";
import { EditPlayerForm } from "#/features/players/edit-player-form.tsx";
import { RosterConnectionPart } from "#/features/rosters/roster-connection.tsx";
import { AddDeviceScreen } from "#/features/seats/add-device-screen.tsx";
import { RenameQuestion } from "#/features/seats/rename-question.tsx";
import { SupportViewQuestion } from "#/features/support-views/support-view-question.tsx";
import { OfferForm } from "#/features/transfers/offer-form.tsx";
import { OpenTransferForm } from "#/features/transfers/open-transfer-form.tsx";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";

beforeEach(() => sessionStorage.clear());

const nothing = () => undefined;
const at = "2026-11-22T08:00:00.000Z";
const id = (last: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
const school = { id: id(9), organization_key: "Fjordskolen" };
const classes = [1, 2].map((last) => ({ playerGroupId: id(last), groupName: `2${last}`, organization: school }));
const lesson = { id: id(3), playerGroupId: id(1), groupName: "2A", startedAt: at, endsAt: at };
const device = { id: id(4), version: 1, name: "Tablet", gameName: "Boats", addedAt: at, lastSeenAt: at };
const student = { userId: id(5), displayName: "Nora", isThere: false, isDeactivated: false, hasBadge: false };
const player = {
  id: id(6),
  version: 1,
  playerName: "Nora",
  gender: null,
  isShared: false,
  excludedFromAnalysis: false,
  createdAt: at,
  updatedAt: at,
  registeredAt: null,
  organization: school,
  playerGroups: [],
  mayModify: true,
  studentUserIds: [],
};
const move = {
  id: id(1),
  groupName: "2A",
  organization: school,
  mayArchive: false,
  hasLesson: false,
  students: [student],
  players: [],
  classes: [],
};
const organizations = {
  results: [8, 9].map((last) => ({ id: id(last), key: `School${last}`, description: "", organization_key: `School${last}` })),
  page: { entityCount: 2, entityOffset: 0, entityLimit: 100 },
};
const offer = { studentName: "Nora", fromSchool: "Leesplein", expiresAt: at, asksForSchool: false, classes };

interface Form {
  shown: ReactNode;
  /** The label of the wrong field, or of the first choice of a wrong group. */
  field: string;
  /** What is typed there, if a value is wrong. */
  typed?: string;
  button: string;
  /** What the page fetches. */
  data?: unknown;
  before?: () => void;
}

const forms: Record<string, Form> = {
  "the length of a lesson": {
    shown: <StartLessonForm playerGroupId={id(1)} onStarted={nothing} />,
    before: () => fireEvent.change(screen.getByLabelText(m["lessons.length"]()), { target: { value: "other" } }),
    field: m["lessons.ownMinutes"](),
    button: m["lessons.start"](),
  },
  "the code of a device": { shown: <AddDeviceScreen search={{}} />, data: [lesson], field: m["seats.code"](), button: m["seats.adopt"]() },
  "the name of a device": {
    shown: <RenameQuestion playerGroupId={id(1)} device={device} onClose={nothing} />,
    field: m["seats.name"](),
    typed: "",
    button: m["seats.save"](),
  },
  "the address of a transfer": {
    shown: <OpenTransferForm playerGroupId={id(1)} studentUserId={id(5)} name="Nora" transfers={[]} />,
    field: m["transfers.email"](),
    typed: "x",
    button: m["transfers.open"](),
  },
  "the class of an offered student": {
    shown: <OfferForm token="x" offer={offer} onAnswer={nothing} />,
    field: m["transfers.chooseClass"](),
    button: m["transfers.accept"](),
  },
  "who asked for an erasure": {
    shown: <EraseStudentScreen userId={id(5)} />,
    data: { displayName: "Nora", classes: [], sharedPlayers: 0 },
    field: m["erasures.byParent"](),
    button: m["erasures.erase"]({ name: "\u2068Nora\u2069" }),
  },
  "the number of a receipt": { shown: <FindReceiptScreen />, field: m["erasures.number"](), button: m["erasures.find"]() },
  "the number of a school": {
    shown: <RosterConnectionPart organizationId={id(9)} connection={undefined} />,
    before: () => fireEvent.click(screen.getByRole("radio", { name: /Feide/ })),
    field: m["rosters.schoolNumber"](),
    button: m["rosters.connect"](),
  },
  "the name of a new class": {
    shown: <MoveForm check={move} student={undefined} onTarget={nothing} onMoved={nothing} />,
    field: m["classMoves.newName"](),
    typed: "",
    button: m["classMoves.next"](),
  },
  "the class of a moved student": {
    shown: <MoveForm check={{ ...move, classes }} student={id(5)} onTarget={nothing} onMoved={nothing} />,
    field: m["classMoves.target"](),
    button: m["classMoves.next"](),
  },
  "the name of a created class": {
    shown: <CreateGroupForm />,
    data: organizations,
    field: m["playerGroups.groupName"](),
    button: m["playerGroups.create"](),
  },
  "the school of a created class": {
    shown: <CreateGroupForm />,
    data: organizations,
    before: () => fireEvent.change(screen.getByLabelText(m["playerGroups.groupName"](), { exact: false }), { target: { value: "2A" } }),
    field: m["playerGroups.organization"](),
    button: m["playerGroups.create"](),
  },
  "the name of a passkey": {
    shown: <PasskeyNameForm name="Laptop" submitText="Save" onSubmit={async () => undefined} />,
    field: m["passkeys.name"](),
    typed: "",
    button: "Save",
  },
  "the reason of a support view": {
    shown: <SupportViewQuestion user={someUserDetails()} onClose={nothing} />,
    field: m["supportViews.reason"](),
    button: m["supportViews.begin"](),
  },
  "the name of a player": {
    shown: <EditPlayerForm player={player} />,
    field: m["players.name"](),
    typed: "",
    button: m["area.save"](),
  },
  "the address of a game": {
    shown: <AddCallbacks game={someGameSettings()} onSaved={nothing} />,
    field: m["games.callbackUrl"](),
    typed: "x",
    button: m["games.addCallback"](),
  },
  "the address of a colleague": {
    shown: <GiveColleagueForm group={aPlayerGroup()} isBusy={false} result={null} onGive={async () => true} />,
    field: m["playerGroups.colleagueEmail"](),
    button: m["playerGroups.give"](),
  },
};

test.each(Object.entries(forms))(
  "a field that its form refuses takes the focus: %s",
  async (_, { shown, data, before = nothing, field: label, typed, button: name }) => {
    await showLoggedIn(shown, () => answered(data), { user: { permissions: ["admin"] } });
    const button = await screen.findByRole("button", { name });
    before();
    const field = screen.getByLabelText(label, { exact: false, selector: "input, select, textarea" });
    if (typed !== undefined) fireEvent.change(field, { target: { value: typed } });
    button.focus();
    await act(async () => void fireEvent.click(button));
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid") ?? field.closest("fieldset")?.getAttribute("aria-describedby")).toBeTruthy();
  },
);

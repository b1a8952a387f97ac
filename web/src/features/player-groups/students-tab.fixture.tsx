/** The list of a class in a test with a DOM: four children, and an API that notes what is sent. */
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { MissingOfClass } from "@storyport/contract/missing-students";
import type { BadgeHolder } from "@storyport/contract/qr-login";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { act, fireEvent, screen, within } from "@testing-library/react";
import type { ApiAnswer, ApiRequest } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { GroupPlace } from "./group-tab.ts";
import { aPlayerGroup } from "./player-groups.fixture.ts";
import { StudentsTab } from "./students-tab.tsx";

export const id = (last: number): string => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
export const [nora, emil] = [id(1), id(2)] as const;
const kim = id(3);
/** Ends far away, so that the page has no notice of its end. */
export const badge = { createdAt: "2026-11-22T08:00:00.000Z", expiresAt: "2999-07-31T23:59:59.000Z" };
const students: readonly BadgeHolder[] = [
  { userId: emil, displayName: "Emil", playerId: id(5), mayUseBadge: true },
  { userId: kim, displayName: "Kim", playerId: id(6), mayUseBadge: false },
  { userId: nora, displayName: "Nora", playerId: id(4), mayUseBadge: true, badge, oneTimeCode: { expiresAt: badge.expiresAt } },
];
const players = [
  { id: id(4), playerName: "Nora", excludedFromAnalysis: true },
  { id: id(5), playerName: "Emil", excludedFromAnalysis: false },
  { id: id(6), playerName: "Kim", excludedFromAnalysis: false },
  { id: id(7), playerName: "Robot", excludedFromAnalysis: false },
];

interface Parts {
  missing?: readonly MissingOfClass[];
  level: RightsLevel;
  groupType?: PlayerGroupDetails["groupType"];
  open?: NonNullable<GroupPlace["open"]>;
  /** Students who are not in the class. */
  without?: readonly string[];
  /** Students who are in the class since the page was opened. */
  added?: readonly BadgeHolder[];
  /** Changes are answered after this. */
  until?: Promise<unknown>;
  /** Answers a change in the API's place, unless it returns undefined. */
  answer?: (request: ApiRequest) => Promise<ApiAnswer> | ApiAnswer | undefined;
}

/** Shows the list, and returns what it sends. */
export async function showStudents(parts: Parts): Promise<ApiRequest[]> {
  const { level, groupType = "REGULAR", open, missing = [], without = [], added = [], until, answer: answerOf } = parts;
  const sent: ApiRequest[] = [];
  const details = aPlayerGroup({ groupType, rightsType: level, playerIds: players.map((player) => player.id), players });
  await showLoggedIn(<StudentsTab details={details} {...(open !== undefined && { open })} />, (request) => {
    if (request.url.endsWith("/missing")) return answered(missing);
    if (request.method === "GET") {
      return answered({
        id: id(0),
        groupName: "2A",
        rightsType: level,
        students: [...students.filter(({ userId }) => !without.includes(userId)), ...added],
      });
    }
    sent.push(request);
    const answer = request.url.endsWith("/students") ? { id: id(8), studentName: "Aksel" } : [];
    return Promise.resolve(until).then(() => answerOf?.(request) ?? answered(answer, 201));
  });
  await screen.findByRole("table");
  return sent;
}

export const rowOf = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
export const press = async (name: RegExp | string): Promise<void> =>
  await act(async () => void fireEvent.click(screen.getByRole("button", { name })));

/** Finds an element by its text, without the marks that isolate names. */
export const findPlain = async (text: string): Promise<HTMLElement> =>
  await screen.findByText(text, { normalizer: (found) => found.replaceAll(/[\u2068\u2069]/g, "").trim() });

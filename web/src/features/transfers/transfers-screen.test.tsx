// @vitest-environment happy-dom
import { endpointUrl } from "@storyport/contract/endpoint";
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { listTransfers } from "@storyport/contract/transfers";
import type { Transfer } from "@storyport/contract/transfers";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ApiRequest } from "#/api/call.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { TransfersScreen } from "./transfers-screen.tsx";

beforeEach(() => sessionStorage.clear());

const playerGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const student: BadgeHolder = {
  userId: "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c61",
  displayName: "Nora",
  playerId: "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c63",
  mayUseBadge: true,
};
const transfer: Transfer = {
  id: "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c62",
  studentName: "Emil",
  state: "open",
  openedAt: "2026-11-20T08:00:00.000Z",
  expiresAt: "2026-12-04T08:00:00.000Z",
};

const params = { playerGroupId };
const group = { id: playerGroupId, groupName: "2A" };
const screenOfStudent = <TransfersScreen playerGroupId={playerGroupId} student={student.userId} />;

function answerOf({ url }: ApiRequest) {
  const isList = url === endpointUrl(listTransfers, { params });
  return answered(isList ? { ...group, transfers: [transfer] } : { ...group, rightsType: "OWNER", students: [student] });
}

test("the page never says “your school”: an administrator has no own school", async () => {
  await showLoggedIn(screenOfStudent, answerOf);
  expect(await screen.findByText(/^Then the student leaves this school:/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Withdraw Emil" }));
  expect(screen.getByRole("dialog").textContent).toContain("The student stays at this school.");
  expect(document.body.textContent).not.toMatch(/your school/i);
});

test("the address of the colleague survives the end of the session", async () => {
  const address = () => screen.findByLabelText("Colleague’s email address", { exact: false });
  const { page } = await showLoggedIn(screenOfStudent, (request) => (request.method === "GET" ? answerOf(request) : sessionOver));
  fireEvent.change(await address(), { target: { value: "new@school.example" } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Make the link" })));
  await screen.findByRole("dialog", { name: "You have been logged out" });
  dispatchEvent(new Event("pagehide"));
  page.unmount();
  await showLoggedIn(screenOfStudent, answerOf);
  expect(await address()).toHaveProperty("value", "new@school.example");
});

test("the link of a transfer stays when the session ends, because it is shown once", async () => {
  let isOver = false;
  const { queries, left } = await showLoggedIn(screenOfStudent, (request) => {
    if (isOver) return sessionOver;
    if (request.method === "GET") return answerOf(request);
    return answered({ id: transfer.id, link: "https://portal.example/transfers/one", expiresAt: transfer.expiresAt }, 201);
  });
  const open = await screen.findByRole("button", { name: "Make the link" });
  await act(async () => void fireEvent.click(open));
  expect(await screen.findByDisplayValue("https://portal.example/transfers/one")).toBeTruthy();
  isOver = true;
  void queries.refetchQueries();
  expect(await screen.findByRole("dialog", { name: "You have been logged out" })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test("a withdrawn transfer leaves the focus at the heading, because its button is gone", async () => {
  let isWithdrawn = false;
  await showLoggedIn(
    <main>
      <TransfersScreen playerGroupId={playerGroupId} student={undefined} />
    </main>,
    ({ method }) => {
      isWithdrawn ||= method !== "GET";
      if (method !== "GET") return answered(undefined, 204);
      return answered({ ...group, transfers: [{ ...transfer, ...(isWithdrawn && { state: "withdrawn" }) }] });
    },
  );
  const button = await screen.findByRole("button", { name: "Withdraw Emil" });
  button.focus();
  fireEvent.click(button);
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Withdraw" })));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Withdraw Emil" })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("the link of a transfer goes when the transfer is withdrawn", async () => {
  let stage: "nothing" | "open" | "withdrawn" = "nothing";
  await showLoggedIn(<main>{screenOfStudent}</main>, (request) => {
    if (request.method === "GET" && request.url === endpointUrl(listTransfers, { params }))
      return answered({ ...group, transfers: stage === "nothing" ? [] : [{ ...transfer, state: stage }] });
    if (request.method === "GET") return answerOf(request);
    stage = stage === "nothing" ? "open" : "withdrawn";
    return answered({ id: transfer.id, link: "https://portal.example/transfers/one", expiresAt: transfer.expiresAt }, 201);
  });
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: "Make the link" })));
  expect(await screen.findByDisplayValue("https://portal.example/transfers/one")).toBeTruthy();
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: "Withdraw Emil" })));
  const question = within(screen.getByRole("dialog"));
  await act(async () => void fireEvent.click(question.getByRole("button", { name: "Withdraw" })));
  await waitFor(() => expect(screen.queryByDisplayValue("https://portal.example/transfers/one")).toBeNull());
});

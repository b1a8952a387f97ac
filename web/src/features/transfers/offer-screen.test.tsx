// @vitest-environment happy-dom
import { endpointUrl } from "@storyport/contract/endpoint";
import { acceptTransfer, checkTransfer, declineTransfer } from "@storyport/contract/transfers";
import type { OfferedTransfer } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiRequest } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OfferScreen } from "./offer-screen.tsx";

const id = (end: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${end}`;
const schools = ["Fjordskolen", "Leesplein", "EscolaSol"].map((organization_key, index) => ({ id: id(index), organization_key }));
const token = "x".repeat(43);
const offer: OfferedTransfer = {
  studentName: "Nora",
  fromSchool: "Fjordskolen",
  expiresAt: "2026-11-22T08:15:00.000Z",
  asksForSchool: true,
  classes: [],
  schools: [],
};
const ownSchool = answered({ message: "no", code: "errors.transferOwnSchool", requestId: "r" }, 403);

/** Fjordskolen has the student, Leesplein has two classes, EscolaSol has none. */
function answerOf({ url, body = "{}" }: ApiRequest) {
  if (url.includes("organization/search")) {
    return answered({ results: schools, page: { entityCount: 3, entityOffset: 0, entityLimit: 20 } });
  }
  const { organizationId } = JSON.parse(body) as { organizationId?: string };
  if (organizationId === undefined) return answered(offer);
  if (organizationId === id(0)) return ownSchool;
  const classes = ["2A", "3B"].map((groupName, index) => ({ playerGroupId: id(index + 5), groupName, organization: schools[1] }));
  const named = schools.filter((school) => school.id === organizationId);
  return answered({ ...offer, asksForSchool: false, schools: named, classes: organizationId === id(1) ? classes : [] });
}

async function chooseSchool(index: number): Promise<void> {
  const school = await screen.findByLabelText("School");
  await act(async () => void fireEvent.change(school, { target: { value: id(index) } }));
}

test("an administrator chooses the school, then a class of this school, and accepts for it", async () => {
  const accepted: unknown[] = [];
  await showLoggedIn(<OfferScreen token={token} />, (request) => {
    if (request.url !== endpointUrl(acceptTransfer)) return answerOf(request);
    accepted.push(JSON.parse(request.body ?? ""));
    return answered({ playerGroupId: id(6), groupName: "3B", studentName: "Nora" });
  });
  await screen.findByLabelText("School");
  expect(screen.queryByLabelText("Class")).toBeNull();
  await chooseSchool(1);
  const group = await screen.findByLabelText<HTMLSelectElement>("Class");
  expect([...group.options].map(({ text }) => text)).toEqual(["Choose a class", "2A", "3B"]);
  await act(async () => void fireEvent.change(group, { target: { value: id(6) } }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Accept" })));
  await waitFor(() => expect(accepted).toEqual([{ token, playerGroupId: id(6) }]));
});

test.each([
  ["the school that the student leaves", 0, "The student is at this school now. Choose the new school."],
  ["a school without classes", 2, "This school has no classes yet. Create a class there, then open this link again."],
])("an administrator who chooses %s reads why it does not fit, and may choose another", async (_, index, text) => {
  await showLoggedIn(<OfferScreen token={token} />, answerOf);
  await chooseSchool(index);
  await screen.findByText(text);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await chooseSchool(1);
  await screen.findByLabelText("Class");
  expect(screen.queryByText(text)).toBeNull();
});

/** Opens the page of an API that also takes the answer no. Returns who declined. */
async function openAndDecline(own: typeof answerOf, choose: () => Promise<void>): Promise<unknown[]> {
  const declined: unknown[] = [];
  await showLoggedIn(<OfferScreen token={token} />, (request) => {
    if (request.url !== endpointUrl(declineTransfer)) return own(request);
    declined.push(JSON.parse(request.body ?? ""));
    return { ...answered(undefined, 204), body: "" };
  });
  await choose();
  fireEvent.click(await screen.findByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.getByRole("dialog").textContent).toMatch(/Fjordskolen.* sees that .*EscolaSol.* declined\./));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Decline" }));
  await screen.findByText("You declined. Nothing changed for the student.");
  return declined;
}

test("a school without classes can decline, and its page leads to the classes", async () => {
  const declined = await openAndDecline(answerOf, async () => {
    await chooseSchool(2);
    await screen.findByRole("link", { name: "Go to the classes" });
  });
  expect(declined).toEqual([{ token, organizationId: id(2) }]);
});

test("a teacher without a class can decline for the own school", async () => {
  const own = { ...offer, asksForSchool: false, schools: schools.slice(2) };
  const declined = await openAndDecline(
    () => answered(own),
    async () => void (await screen.findByText(/You have no class yet/)),
  );
  expect(declined).toEqual([{ token, organizationId: id(2) }]);
});

test("a refused no is forgotten when its question is closed", async () => {
  await showLoggedIn(<OfferScreen token={token} />, ({ url }) =>
    url === endpointUrl(declineTransfer) ? ownSchool : answered({ ...offer, asksForSchool: false, schools: schools.slice(2) }),
  );
  const ask = async () => fireEvent.click(await screen.findByRole("button", { name: "Decline" }));
  const dialog = () => within(screen.getByRole("dialog"));
  await ask();
  fireEvent.click(dialog().getByRole("button", { name: "Decline" }));
  await dialog().findByText(m["errors.transferOwnSchool"]());
  fireEvent.click(dialog().getByRole("button", { name: m["app.keep"]() }));
  await ask();
  expect(dialog().queryByText(m["errors.transferOwnSchool"]())).toBeNull();
});

const endings = ["errors.transferEnded", "errors.transferExpired"] as const;
const ended = (code: string) => answered({ message: "no", code, requestId: "r" }, 410);
const ownClass = { playerGroupId: id(5), groupName: "2A", organization: schools[1] };

test.each(endings)("an offer that is over when it is answered (%s) is shown as over, with the way on", async (code) => {
  for (const button of ["Accept", "Decline"]) {
    const { page } = await showLoggedIn(<OfferScreen token={token} />, ({ url }) =>
      url === endpointUrl(checkTransfer) ? answered({ ...offer, asksForSchool: false, classes: [ownClass] }) : ended(code),
    );
    fireEvent.click(await screen.findByRole("button", { name: button }));
    if (button === "Decline") fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: button }));
    expect((await screen.findByText(m[code]())).closest("[role=alert]")).not.toBeNull();
    await waitFor(() => expect(screen.queryAllByRole("button")).toEqual([]));
    expect(screen.queryByText(/would like to hand Nora over/)).toBeNull();
    expect(screen.getByRole("link", { name: "Go to the classes" })).toBeTruthy();
    page.unmount();
  }
});

test.each(endings)("a link of an offer that is over (%s) shows the same, without another try", async (code) => {
  await showLoggedIn(<OfferScreen token={token} />, () => ended(code));
  await screen.findByText(m[code]());
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getByRole("link", { name: "Go to the classes" })).toBeTruthy();
});

test.each(endings)("an administrator who chooses a school after the offer is over (%s) gets no other try", async (code) => {
  await showLoggedIn(<OfferScreen token={token} />, (request) =>
    request.body?.includes(id(1)) === true ? ended(code) : answerOf(request),
  );
  await chooseSchool(1);
  await screen.findByText(m[code]());
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test.each([["several schools", schools.slice(1)] as const, ["a portal of the previous release", undefined] as const])(
  "without a class nobody declines for %s",
  async (_, named) => {
    await showLoggedIn(<OfferScreen token={token} />, () => answered({ ...offer, asksForSchool: false, schools: named }));
    await screen.findByText(/You have no class yet/);
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  },
);

test("among several schools the chosen class says which school declines, and without a class nobody does", async () => {
  const classes = schools.slice(1).map((organization, index) => ({ playerGroupId: id(index + 5), groupName: "2A", organization }));
  const declined = await openAndDecline(
    () => answered({ ...offer, asksForSchool: false, schools: schools.slice(1), classes }),
    async () => {
      const group = await screen.findByLabelText("Class");
      expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
      await act(async () => void fireEvent.change(group, { target: { value: id(6) } }));
    },
  );
  expect(declined).toEqual([{ token, organizationId: id(2) }]);
});

test("the page says whose school it is about: an administrator has no own school", async () => {
  const { page } = await showLoggedIn(<OfferScreen token={token} />, answerOf);
  expect(await screen.findByText("Fjordskolen would like to hand Nora over to another school.")).toBeTruthy();
  page.unmount();
  await showLoggedIn(<OfferScreen token={token} />, () => answered({ ...offer, asksForSchool: false }));
  expect(await screen.findByText("Fjordskolen would like to hand Nora over to your school.")).toBeTruthy();
});

test("a teacher chooses among the classes at once", async () => {
  const sent: string[] = [];
  await showLoggedIn(<OfferScreen token={token} />, ({ url }) => {
    sent.push(url);
    return answered({ ...offer, asksForSchool: false, classes: [{ playerGroupId: id(5), groupName: "2A", organization: schools[1] }] });
  });
  await screen.findByLabelText("Class");
  expect(screen.queryByLabelText("School")).toBeNull();
  expect(sent).toEqual([endpointUrl(checkTransfer)]);
});

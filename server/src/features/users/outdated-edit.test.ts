/** An edit of an account names all its groups, or all its login types. So it must know what other calls have changed since the form was opened. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { addGroupMembers, removeGroupMember } from "@storyport/contract/user-groups";
import { editUser, getUser } from "@storyport/contract/users";
import { userDetails } from "@storyport/contract/user-details";
import type { Browser } from "#test/browser.ts";
import { anAccount, logIn } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, connectAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

/** The account as a form shows it. */
const openForm = async (desk: Browser, userId: string) => userDetails.parse((await desk.call(getUser, { params: { userId } })).body);
const refused = { status: 409, body: { code: "errors.changedMeanwhile" } };

async function aSchoolWithMember(members: (account: { id: string }) => { id: string }[]) {
  const { organization, office: desk } = await aManagedSchool(portal);
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  const group = await aUserGroup(portal, { organization, members: members(account).map((member) => ({ account: member })) });
  const wanted = await aUserGroup(portal, { organization });
  return { desk, organizationId: organization.id, account, group, wanted };
}

describe("an edit of a form from before: errors.changedMeanwhile", () => {
  test("does not bring a member back into a group", async () => {
    const { desk, organizationId, account, group, wanted } = await aSchoolWithMember((member) => [member]);
    const params = { userId: account.id };
    const { version, userGroups } = await openForm(desk, account.id);
    expect((await desk.call(removeGroupMember, { params: { ...params, userGroupId: group.id } })).status).toBe(204);
    const body = { version, organizationId, userGroups: [...userGroups.map(({ id }) => id), wanted.id] };
    expect(await desk.call(editUser, { params, body })).toMatchObject(refused);
    expect((await openForm(desk, account.id)).userGroups).toEqual([]);
  });

  test("does not take a member out of a group", async () => {
    const { desk, organizationId, account, group, wanted } = await aSchoolWithMember(() => []);
    const params = { userId: account.id };
    const { version } = await openForm(desk, account.id);
    const added = await desk.call(addGroupMembers, { params: { userGroupId: group.id }, body: { lines: account.email } });
    expect(added).toMatchObject({ status: 200, body: { added: [{ outcome: "ADDED" }] } });
    const body = { version, organizationId, userGroups: [wanted.id] };
    expect(await desk.call(editUser, { params, body })).toMatchObject(refused);
    expect((await openForm(desk, account.id)).userGroups).toMatchObject([{ id: group.id }]);
  });

  test("does not disconnect a provider that its owner has connected", async () => {
    const { desk, account } = await aSchoolWithMember(() => []);
    const params = { userId: account.id };
    const { version } = await openForm(desk, account.id);
    const browser = await logIn(portal.browser(), account);
    await connectAt(portal.identities, browser, { provider: "FEIDE", person: aPerson() });
    expect(await desk.call(editUser, { params, body: { version, loginTypes: ["PASSWORD", "GOOGLE"] } })).toMatchObject(refused);
    expect((await openForm(desk, account.id)).loginTypes).toEqual(["FEIDE", "PASSWORD"]);
    expect((await browser.call(listOwnIdentities)).body).toMatchObject({ identities: [{ provider: "FEIDE" }] });
  });

  test("does not allow a provider again that its owner has disconnected", async () => {
    const { desk, account } = await aSchoolWithMember(() => []);
    const params = { userId: account.id };
    const browser = await logIn(portal.browser(), account);
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
    const { version } = await openForm(desk, account.id);
    const { identities } = listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
    const [{ id: identityId } = { id: "" }] = identities;
    expect((await browser.call(disconnectIdentity, { params: { identityId } })).status).toBe(204);
    expect(await desk.call(editUser, { params, body: { version, loginTypes: ["PASSWORD", "GOOGLE"] } })).toMatchObject(refused);
    expect((await openForm(desk, account.id)).loginTypes).toEqual(["PASSWORD"]);
  });
});

test("an address that is in the group already changes nothing, so an open form can be saved", async () => {
  const { desk, account, group } = await aSchoolWithMember((member) => [member]);
  const { version } = await openForm(desk, account.id);
  const again = await desk.call(addGroupMembers, { params: { userGroupId: group.id }, body: { lines: account.email } });
  expect(again).toMatchObject({ status: 200, body: { added: [{ outcome: "ALREADY_MEMBER" }] } });
  expect((await desk.call(editUser, { params: { userId: account.id }, body: { version, locale: "nb" } })).status).toBe(200);
});

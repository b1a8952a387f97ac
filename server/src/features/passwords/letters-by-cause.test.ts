/** Each letter names its cause and its sender, because a sentence true after one cause is false after another. */
import { randomUUID } from "node:crypto";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { createUser, deleteUserByAdmin, sendUserLink } from "@storyport/contract/users";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anOrganization, aPassword, aTeacher } from "#test/builders.ts";
import { askForReset } from "#test/mailed-links.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

const stays = "Your present password works until you choose a new one.";

async function newestTo(email: string): Promise<{ subject: string; text: string }> {
  await portal.sendLetters();
  const letter = portal.mailbox.lettersTo(email).at(-1);
  if (letter === undefined) throw new Error(`no letter to ${email}`);
  return letter;
}

describe("a reset letter", () => {
  test("that its owner requested says so, and that the present password still works", async () => {
    const { email } = await anAccount(portal);
    await askForReset(portal, email);
    const { text } = await newestTo(email);
    expect(text).toContain("You asked for a new password");
    expect(text).toContain(stays);
    expect(text).toContain("If you did not ask for this, ignore this email");
  });

  test("after a login with an expired password does not say that this password works", async () => {
    const { account } = await aTeacher(portal, { passwordExpired: true });
    await portal.browser().call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
    const { text } = await newestTo(account.email);
    expect(text).toContain("has expired");
    expect(text).not.toContain(stays);
    expect(text).toContain("somebody else knows your old password");
  });

  test("after an administrator ended the password says that it no longer works", async () => {
    const { account } = await aTeacher(portal);
    expect((await editAsItIs(portal, { desk, userId: account.id, body: { resetPassword: true } })).status).toBe(200);
    const { text } = await newestTo(account.email);
    expect(text).toContain("Your old password no longer works");
    expect(text).not.toContain(stays);
    expect(text).not.toContain("If you did not ask for this");
  });

  test("that an administrator sent does not say that its owner requested it", async () => {
    const { account } = await aTeacher(portal);
    expect((await desk.call(sendUserLink, { params: { userId: account.id }, body: {} })).status).toBe(200);
    const { text } = await newestTo(account.email);
    expect(text).toContain("An administrator has sent you this link");
    expect(text).toContain(stays);
    expect(text).not.toContain("You asked");
  });

  test.each(["its owner requested", "an administrator sent"])(
    "that %s promises nothing about a password that has expired",
    async (cause) => {
      const { account } = await aTeacher(portal, { passwordExpired: true });
      if (cause === "its owner requested") await askForReset(portal, account.email);
      else await desk.call(sendUserLink, { params: { userId: account.id }, body: {} });
      const { text } = await newestTo(account.email);
      expect(text).toContain("The link works once");
      expect(text).not.toContain(stays);
    },
  );

  test("names the expiry of its link with the date, in the installation's time zone", async () => {
    const { email } = await anAccount(portal);
    await askForReset(portal, email);
    expect((await newestTo(email)).text).toMatch(/The link works once, until \w+, \w+ \d{1,2}, \d{4} at \d\d:\d\d [AP]M GMT\+[12]\./);
  });
});

describe("an activation letter", () => {
  const aNewUser = async (browser: Browser, organizationId: string) => {
    const email = `invited-${randomUUID().slice(0, 8)}@school.example`;
    const body = { email, loginType: "PASSWORD", roles: ["member"], organizationId, locale: "en" } as const;
    expect((await browser.call(createUser, { body })).status).toBe(201);
    return newestTo(email);
  };

  test("names the school by its description, and the inviter", async () => {
    const school = await aManagedSchool(portal);
    const { database } = portal.context;
    await database.updateTable("organizations").set({ description: "Bryggen skole" }).where("id", "=", school.organization.id).execute();
    await database.updateTable("accounts").set({ display_name: "Solveig Lie" }).where("id", "=", school.manager.id).execute();
    const { subject, text } = await aNewUser(school.office, school.organization.id);
    expect(subject).toBe("Bryggen skole has invited you to Storyport");
    expect(text).toContain("Solveig Lie has made a Storyport account for you at Bryggen skole.");
  });

  test("that a colleague sends again names the school alone", async () => {
    const school = await aManagedSchool(portal);
    const { database } = portal.context;
    await database.updateTable("accounts").set({ display_name: "Solveig Lie" }).where("id", "=", school.manager.id).execute();
    const account = await anAccount(portal, {
      status: "CREATED",
      password: null,
      memberships: [{ organization: school.organization, roles: ["member"] }],
    });
    expect((await school.office.call(sendUserLink, { params: { userId: account.id }, body: {} })).status).toBe(200);
    const { text } = await newestTo(account.email ?? "");
    expect(text).toContain("has made a Storyport account for you. Choose a password to activate it.");
    expect(text).not.toContain("Solveig Lie");
  });

  test("to an old account without a password invites nobody", async () => {
    const { account } = await aTeacher(portal, { password: null });
    expect((await desk.call(sendUserLink, { params: { userId: account.id }, body: {} })).status).toBe(200);
    const { subject, text } = await newestTo(account.email);
    expect(subject).toBe("Choose a password for your Storyport account");
    expect(text).toContain("An administrator has sent you this link");
  });

  test("contains no name that a mail program would turn into a link", async () => {
    const organization = await anOrganization(portal);
    const { database } = portal.context;
    const names = { description: "win.example/prize", key: `t.me-${randomUUID().slice(0, 8)}.example` };
    await database.updateTable("organizations").set(names).where("id", "=", organization.id).execute();
    const { subject, text } = await aNewUser(desk, organization.id);
    expect(`${subject} ${text}`).not.toMatch(/win\.example|t\.me/);
    expect(subject).toBe(`${names.key.replaceAll(".", ". ")} has invited you to Storyport`);
  });

  test("to a new address does not say that an account was created", async () => {
    const { account } = await aTeacher(portal);
    const email = `moved-${randomUUID().slice(0, 8)}@school.example`;
    expect((await editAsItIs(portal, { desk, userId: account.id, body: { email } })).status).toBe(200);
    const { text } = await newestTo(email);
    expect(text).toContain("was changed to this one");
    expect(text).not.toContain("has been made");
    expect((await newestTo(account.email)).text).toContain("A link to choose a new password was sent to the new address.");
  });
});

test("the letter to the former address mentions no link if none was sent", async () => {
  const { account } = await aTeacher(portal, { loginTypes: ["QRCODE"], password: null });
  const email = `moved-${randomUUID().slice(0, 8)}@school.example`;
  expect((await editAsItIs(portal, { desk, userId: account.id, body: { email } })).status).toBe(200);
  const { text } = await newestTo(account.email);
  expect(text).toContain("The email address of your Storyport account was changed");
  expect(text).not.toContain("A link to choose a new password");
});

test("the letter to the former address promises no link that the account may not be sent this hour", async () => {
  const account = await anAccount(portal, { status: "CREATED", password: null });
  const sendLink = () => desk.call(sendUserLink, { params: { userId: account.id }, body: {} });
  expect([await sendLink(), await sendLink(), await sendLink(), await sendLink()].map(({ status }) => status)).toEqual([
    200, 200, 200, 429,
  ]);
  const email = `moved-${randomUUID().slice(0, 8)}@school.example`;
  expect((await editAsItIs(portal, { desk, userId: account.id, body: { email } })).status).toBe(200);
  expect((await newestTo(account.email)).text).not.toContain("A link to choose a new password");
  expect((await newestTo(email)).subject).toBe("This is now the email address of your Storyport account");
});

test("the last letter after an administrator's deletion says that an administrator did it", async () => {
  const { account } = await aTeacher(portal);
  expect((await desk.call(deleteUserByAdmin, { params: { userId: account.id } })).status).toBe(204);
  const { text } = await newestTo(account.email);
  expect(text).toContain("An administrator has deleted your Storyport account");
  expect(text).not.toContain("If you did not delete it");
});

test("the steps against a stranger are numbered before the line, with the portal's host and no link", async () => {
  const { account } = await aTeacher(portal);
  const token = await askForReset(portal, account.email);
  const body = { email: account.email, password: "Harbour-Lantern-9", token };
  expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
  const { text } = await newestTo(account.email);
  const [advice = ""] = text.split("\n--\n");
  expect(advice).toContain(`1. Change the password of your mailbox.\n2. Type ${new URL(publicUrl).host} into your browser.`);
  expect(advice).not.toMatch(/https?:/);
});

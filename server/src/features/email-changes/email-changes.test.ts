// oxlint-disable eslint/max-lines -- One rule (DESIGN A26) with its attacks; the cases share one set-up.
/** Who changes an address, and that the former owner keeps nothing (DESIGN A26; docs/decisions/0036). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerEmailProposal, answerOwnEmailProposal, checkEmailProposal, getOwnEmailProposal } from "@storyport/contract/email-changes";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { secondFactorStatus, verifySecondFactor } from "@storyport/contract/second-factor";
import type { UserDetails } from "@storyport/contract/user-details";
import {
  cancelEmailProposal,
  confirmEmailProposal,
  createUser,
  deactivateUser,
  deleteUserByAdmin,
  getUser,
} from "@storyport/contract/users";
import { beginFactor, setUpFactor } from "#test/authenticator.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aGame, anAccount, aPassword, aSecondFactor, aSession, aTeacher, logIn } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, connectAt, connect as connectedTo, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { askForReset, tokenInLetterTo } from "#test/mailed-links.ts";
import { loggedOutMeanwhile } from "#test/meanwhile.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: FederatedPortal;
let platform: Browser;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.identities.behave();
  // Some tests travel in time, so the desk is fresh for each test.
  ({ desk: platform } = await anAdminDesk(portal));
});

const code = (answer: Answer) => (answer.body as { code?: string }).code;
const anAddress = () => `other-${randomUUID().slice(0, 8)}@school.example`;
const edit = (desk: Browser, userId: string, body: Record<string, unknown>) => editAsItIs(portal, { desk, userId, body });
const answer = (token: string, how: "confirm" | "refuse" = "confirm", browser = portal.browser()) =>
  browser.call(answerEmailProposal, { body: { token, answer: how } });
const logInAnswer = (email: string, password = aPassword) =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
const eventNames = async (id: string) => (await eventsAbout(portal, id)).map(({ event }) => event);

async function emailOf(id: string): Promise<string | null> {
  const row = await portal.context.database.selectFrom("accounts").select("email").where("id", "=", id).executeTakeFirstOrThrow();
  return row.email;
}

async function tokenTo(email: string): Promise<string> {
  await portal.sendLetters();
  return tokenInLetterTo(portal, email);
}

async function subjectsTo(email: string): Promise<string[]> {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).map(({ subject }) => subject);
}

/** A member of a school who has logged in, and the desk of the school's administrator. */
async function aMemberWhoCame() {
  const school = await aManagedSchool(portal);
  const member = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
  const browser = await logIn(portal.browser(), member);
  return { ...school, member, browser };
}

/** Adds an address that the school has proposed, with the token of the e-mail to the present address. */
async function aProposal() {
  const case_ = await aMemberWhoCame();
  const proposed = anAddress();
  const edited = await edit(case_.office, case_.member.id, { email: proposed });
  expect(edited.status).toBe(200);
  return { ...case_, proposed, edited, token: await tokenTo(case_.member.email) };
}

describe("until the owner has logged in for the first time", () => {
  test("the school corrects the address at once: the new address gets the link, the old one is informed", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const member = await anAccount(portal, {
      status: "CREATED",
      password: null,
      memberships: [{ organization, roles: ["teacher"] }],
    });
    const email = anAddress();
    const before = (await desk.call(getUser, { params: { userId: member.id } })).body as UserDetails;
    expect(before.may).toMatchObject({ edit: true, changeEmail: true });
    expect(await edit(desk, member.id, { email })).toMatchObject({ status: 200, body: { email, emailProposal: null } });
    expect(await subjectsTo(member.email)).toContain("The email address of your Storyport account was changed");
    const token = await tokenTo(email);
    expect((await portal.browser().call(setPassword, { body: { email, password: "Harbour-Lantern-9", token } })).status).toBe(200);
    expect((await logInAnswer(email, "Harbour-Lantern-9")).status).toBe(200);
    expect(await eventsAbout(portal, member.id)).toContainEqual(
      expect.objectContaining({
        event: "email_changed",
        organization_id: organization.id,
        details: { ended: { identities: [], secondFactor: false, passkeys: 0 } },
      }),
    );
  });

  test("a child's badge does not count as a login of the owner", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const pupil = await anAccount(portal, {
      email: null,
      password: null,
      loginTypes: ["QRCODE"],
      memberships: [{ organization, roles: ["student"] }],
    });
    await aSession(portal, pupil, { loginType: "QRCODE", organizationId: organization.id });
    const email = anAddress();
    expect(await edit(desk, pupil.id, { email })).toMatchObject({ status: 200, body: { email } });
    expect(await subjectsTo(email)).toEqual(["This is now the email address of your Storyport account"]);
    // A badge needs no password, so the letter has no link to choose one.
    expect(portal.mailbox.lettersTo(email)[0]?.text).not.toContain("http");
  });

  test("an account of a program alone gets no link, because it has no password to choose", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const memberships = [{ organization, roles: ["teacher"] }];
    const program = await anAccount(portal, { password: null, loginTypes: ["API"], memberships });
    const email = anAddress();
    expect(await edit(desk, program.id, { email })).toMatchObject({ status: 200, body: { email } });
    expect(await subjectsTo(email)).toEqual(["This is now the email address of your Storyport account"]);
    expect(portal.mailbox.lettersTo(email)[0]?.text).not.toContain("http");
    expect((await eventsAbout(portal, program.id)).map(({ event }) => event)).not.toContain("activation_link_sent");
  });

  test("a login without its second factor does not count", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const member = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const { database } = portal.context;
    await database
      .insertInto("second_factors")
      .values({ account_id: member.id, sealed_secret: Buffer.from("x"), confirmed_at: new Date() })
      .execute();
    expect((await logInAnswer(member.email)).body).toEqual({ secondFactor: "required" });
    expect(((await desk.call(getUser, { params: { userId: member.id } })).body as UserDetails).may.changeEmail).toBe(true);
  });

  test("a first activation ends the identity and the second factor that were attached to the account before", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const email = anAddress();
    const body = { email, loginType: "PASSWORD", roles: ["teacher"], organizationId: organization.id };
    const { id } = (await desk.call(createUser, { body })).body as { id: string };
    const person = aPerson();
    const { database } = portal.context;
    await connectedTo(portal, { account: { id }, provider: "GOOGLE", person });
    await database.insertInto("account_login_types").values({ account_id: id, login_type: "GOOGLE" }).execute();
    await database
      .insertInto("second_factors")
      .values({ account_id: id, sealed_secret: Buffer.from("x"), confirmed_at: new Date() })
      .execute();
    const token = await tokenTo(email);
    expect((await portal.browser().call(setPassword, { body: { email, password: "Harbour-Lantern-9", token } })).status).toBe(200);
    expect((await logInAnswer(email, "Harbour-Lantern-9")).body).toMatchObject({ email });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person }))).toContain(
      "errors.identityUnknown",
    );
  });

  test("a new password ends the same on an active account whose owner has never logged in", async () => {
    const { organization } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const person = aPerson();
    await connectedTo(portal, { account, provider: "GOOGLE", person });
    await aSecondFactor(portal, account);
    const body = { email: account.email, password: "Harbour-Lantern-9", token: await askForReset(portal, account.email) };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
    expect((await logInAnswer(account.email, "Harbour-Lantern-9")).body).toMatchObject({ email: account.email });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person }))).toContain(
      "errors.identityUnknown",
    );
  });

  test("a new password takes nothing from an owner who has logged in", async () => {
    const { organization } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    await logIn(portal.browser(), account);
    await aSecondFactor(portal, account);
    const body = { email: account.email, password: "Harbour-Lantern-9", token: await askForReset(portal, account.email) };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
    expect((await logInAnswer(account.email, "Harbour-Lantern-9")).body).toEqual({ secondFactor: "required" });
  });
});

describe("an attacker who runs a school", () => {
  /** Creates an account with the attacker's mailbox, adds every kind of login to it, and logs in. */
  async function plant(kind: "new account" | "account a month old") {
    const { organization, office: desk } = await aManagedSchool(portal);
    const game = await aGame(portal);
    await portal.context.database.insertInto("organization_games").values({ organization_id: organization.id, game_id: game.id }).execute();
    const own = anAddress();
    const created = await desk.call(createUser, {
      body: { email: own, loginType: "PASSWORD", roles: ["teacher"], organizationId: organization.id },
    });
    const { id } = created.body as { id: string };
    const first = { email: own, password: aPassword, token: await tokenTo(own) };
    expect((await portal.browser().call(setPassword, { body: first })).status).toBe(200);
    if (kind === "account a month old") await portal.clock.travel(30 * 24 * 3600);
    const browser = await logIn(portal.browser(), { email: own });
    const person = aPerson();
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person });
    const app = await setUpFactor(portal, browser);
    const tokens = await tokensFor(portal, browser, { game });
    const reset = await askForReset(portal, own);
    return { id, own, desk, browser, person, app, tokens, reset };
  }

  test.each(["new account", "account a month old"] as const)(
    "keeps nothing of a %s once its address is a teacher's: no Google, password, session, second factor, tokens or links",
    async (kind) => {
      const attacker = await plant(kind);
      const victim = anAddress();
      // A new session of the school, because `plant` may have let the former session grow old.
      const manager = await anAccount(portal, { memberships: await membershipsOf(attacker.id, "organization_admin") });
      const desk = await logIn(portal.browser(), manager);
      expect(await edit(desk, attacker.id, { email: victim })).toMatchObject({
        status: 200,
        body: { email: attacker.own, emailProposal: { email: victim } },
      });
      // The attacker confirms it in their own mailbox.
      expect((await answer(await tokenTo(attacker.own))).status).toBe(200);

      const byGoogle = async () =>
        locationOf(await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person: attacker.person }));
      expect(await byGoogle()).toContain("errors.identityUnknown");
      const token = await tokenTo(victim);
      const chosen = { email: victim, password: "Harbour-Lantern-9", token };
      expect((await portal.browser().call(setPassword, { body: chosen })).status).toBe(200);
      const teacher = portal.browser();
      // No second factor is required, because the attacker's has been removed.
      const login = await teacher.call(logInWithPassword, { body: { email: victim, password: "Harbour-Lantern-9", deviceName: "a test" } });
      expect(login.body).toMatchObject({ accountId: attacker.id, email: victim, loginType: "PASSWORD" });
      expect((await teacher.call(secondFactorStatus)).body).toMatchObject({ enrolled: false, backupCodesLeft: 0 });

      expect(await byGoogle()).toContain("errors.identityUnknown");
      expect((await attacker.browser.call(validateAuth)).status).toBe(401);
      expect((await refresh(portal, attacker.tokens)).status).toBe(400);
      expect(code(await logInAnswer(attacker.own))).toBe("errors.invalidUsernameOrPassword");
      expect(code(await logInAnswer(victim))).toBe("errors.invalidUsernameOrPassword");
      const byReset = { email: victim, password: "Harbour-Lantern-8", token: attacker.reset };
      expect((await portal.browser().call(setPassword, { body: byReset })).status).toBe(410);
      const codeOfApp = await attacker.app.code();
      expect((await attacker.browser.call(verifySecondFactor, { body: { code: codeOfApp } })).status).toBe(401);
      // The address does not go back at once: the teacher must confirm.
      expect(await edit(desk, attacker.id, { email: attacker.own })).toMatchObject({
        body: { email: victim, emailProposal: { email: attacker.own } },
      });
    },
  );

  async function membershipsOf(accountId: string, role: string) {
    const rows = await portal.context.database
      .selectFrom("organization_members")
      .select("organization_id as id")
      .where("account_id", "=", accountId)
      .execute();
    return rows.map((organization) => ({ organization, roles: [role] }));
  }

  test("a login at Google that began before the change of address connects nothing", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const begun = await portal.context.database
      .insertInto("login_transactions")
      .values({
        digest: Buffer.alloc(32, 9),
        provider: "GOOGLE",
        browser_digest: Buffer.alloc(32, 9),
        nonce: "n",
        code_verifier: "v",
        device_name: "a test",
        linking_account_id: account.id,
        expires_at: sql<Date>`now() + interval '10 minutes'`,
      })
      .returning("digest")
      .executeTakeFirstOrThrow();
    expect((await edit(platform, account.id, { email: anAddress() })).status).toBe(200);
    expect((await browser.call(validateAuth)).status).toBe(401);
    const left = await portal.context.database
      .selectFrom("login_transactions")
      .select("digest")
      .where("digest", "=", begun.digest)
      .execute();
    expect(left).toEqual([]);
  });
});

describe("once the owner has logged in", () => {
  test("a second factor that no code has confirmed ends with the address, and the history names none", async () => {
    const { account } = await aTeacher(portal);
    await beginFactor(portal, await logIn(portal.browser(), account));
    expect((await edit(platform, account.id, { email: anAddress() })).status).toBe(200);
    const [changed] = (await eventsAbout(portal, account.id)).filter(({ event }) => event === "email_changed");
    expect(changed?.details).toMatchObject({ ended: { secondFactor: false } });
    const factors = portal.context.database.selectFrom("second_factors").select("account_id").where("account_id", "=", account.id);
    expect(await factors.execute()).toEqual([]);
  });

  test("a school only proposes: nothing changes, the present address gets the question, and the event is recorded", async () => {
    const { organization, manager, member, browser, proposed, edited } = await aProposal();
    expect(edited.body).toMatchObject({
      email: member.email,
      hasPassword: true,
      emailProposal: { email: proposed, proposedAt: expect.any(String), expiresAt: expect.any(String) },
      may: { changeEmail: false, confirmEmail: false },
    });
    expect((await browser.call(validateAuth)).status).toBe(200);
    const letter = portal.mailbox.lettersTo(member.email).at(-1);
    expect(letter?.subject).toBe("Confirm the new email address of your Storyport account");
    expect(letter?.text).toContain(proposed);
    expect(letter?.text).toContain(organization.key);
    expect(portal.mailbox.lettersTo(proposed)).toEqual([]);
    const [changed, proposal] = await eventsAbout(portal, member.id);
    expect(proposal).toMatchObject({ event: "email_change_proposed", actor_id: manager.id, organization_id: organization.id });
    expect(changed).toMatchObject({ event: "account_edited", details: { fields: [], email: "proposed" } });
  });

  test("the e-mailed link confirms: both addresses are informed, and only the new one gets in, by its link", async () => {
    const { organization, member, browser, proposed, token } = await aProposal();
    expect(await answer(token)).toMatchObject({ status: 200, body: {} });
    expect(await emailOf(member.id)).toBe(proposed);
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect(code(await logInAnswer(proposed))).toBe("errors.invalidUsernameOrPassword");
    expect(await subjectsTo(member.email)).toContain("The email address of your Storyport account was changed");
    const body = { email: proposed, password: "Harbour-Lantern-9", token: await tokenTo(proposed) };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
    expect((await logInAnswer(proposed, "Harbour-Lantern-9")).status).toBe(200);
    const events = await eventsAbout(portal, member.id);
    const own = { actor_id: member.id, organization_id: organization.id };
    expect(events).toContainEqual(expect.objectContaining({ event: "email_change_confirmed", ...own, details: { by: "link" } }));
    expect(events).toContainEqual(expect.objectContaining({ event: "email_changed", ...own }));
  });

  test("the e-mailed link refuses: the address stays, and the link is used", async () => {
    const { organization, office: desk, member, browser, token } = await aProposal();
    expect((await answer(token, "refuse")).status).toBe(200);
    expect(await emailOf(member.id)).toBe(member.email);
    expect((await browser.call(validateAuth)).status).toBe(200);
    const { emailProposal } = (await desk.call(getUser, { params: { userId: member.id } })).body as UserDetails;
    expect(emailProposal).toBeNull();
    expect(await answer(token)).toMatchObject({ status: 410, body: { code: "errors.emailProposalEnded" } });
    const events = await eventsAbout(portal, member.id);
    const refused = { event: "email_change_refused", actor_id: member.id, organization_id: organization.id, details: { by: "link" } };
    expect(events).toContainEqual(expect.objectContaining(refused));
    expect(events.map(({ event }) => event)).not.toContain("email_changed");
  });

  test("opening the link changes nothing, however often programs open it", async () => {
    const { organization, member, proposed, token } = await aProposal();
    const looks = await Promise.all(
      Array.from({ length: 50 }, () => portal.browser().call(checkEmailProposal, { params: { code: token } })),
    );
    for (const look of looks) {
      expect(look).toMatchObject({
        status: 200,
        body: { email: member.email, proposedEmail: proposed, organization_key: organization.key },
      });
    }
    expect(await emailOf(member.id)).toBe(member.email);
    expect((await answer(token)).status).toBe(200);
  });

  test("one of fifty concurrent answers counts, the others get errors.emailProposalEnded", async () => {
    const { member, proposed, token } = await aProposal();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => answer(token, index % 2 === 0 ? "confirm" : "refuse")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((one) => code(one) === "errors.emailProposalEnded")).toHaveLength(49);
    const events = await eventNames(member.id);
    const confirmed = events.filter((event) => event === "email_change_confirmed").length;
    expect(confirmed + events.filter((event) => event === "email_change_refused").length).toBe(1);
    expect(await emailOf(member.id)).toBe(confirmed === 1 ? proposed : member.email);
  });

  test("the link expires after seven days", async () => {
    const { member, token } = await aProposal();
    await portal.clock.travel(7 * 24 * 3600 + 1);
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
    expect(code(await portal.browser().call(checkEmailProposal, { params: { code: token } }))).toBe("errors.emailProposalEnded");
    expect(await emailOf(member.id)).toBe(member.email);
  });

  test("a newer proposal replaces the former one", async () => {
    const { office: desk, member, token } = await aProposal();
    const other = anAddress();
    await edit(desk, member.id, { email: other });
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
    expect((await answer(await tokenTo(member.email))).status).toBe(200);
    expect(await emailOf(member.id)).toBe(other);
  });

  test("a taken address is neither proposed nor confirmed: errors.emailTaken, and the proposal stays open", async () => {
    const { office: desk, member, proposed, token } = await aProposal();
    const other = await anAccount(portal);
    expect(code(await edit(desk, member.id, { email: other.email }))).toBe("errors.emailTaken");
    const quicker = await anAccount(portal, { email: proposed });
    expect(code(await answer(token))).toBe("errors.emailTaken");
    expect((await edit(platform, quicker.id, { email: anAddress() })).status).toBe(200);
    expect((await answer(token)).status).toBe(200);
    expect(await emailOf(member.id)).toBe(proposed);
  });

  test("the owner answers in the profile; confirming needs a recent login and logs out", async () => {
    const { member, browser, proposed } = await aProposal();
    const waits = { proposal: { email: proposed, proposedAt: expect.any(String), expiresAt: expect.any(String) } };
    expect((await browser.call(getOwnEmailProposal)).body).toEqual(waits);
    await portal.clock.travel(16 * 60);
    expect(code(await browser.call(answerOwnEmailProposal, { body: { answer: "confirm", email: proposed } }))).toBe("errors.loginTooOld");
    const again = await logIn(portal.browser(), member);
    expect((await again.call(answerOwnEmailProposal, { body: { answer: "confirm", email: proposed } })).status).toBe(200);
    expect((await again.call(validateAuth)).status).toBe(401);
    expect(await emailOf(member.id)).toBe(proposed);
    expect(await eventsAbout(portal, member.id)).toContainEqual(
      expect.objectContaining({ event: "email_change_confirmed", actor_id: member.id, details: { by: "owner" } }),
    );
  });

  test("an address that replaced the one on the page is not answered: errors.changedMeanwhile, and it stays open", async () => {
    const { office: desk, member, browser, proposed } = await aProposal();
    const replaced = anAddress();
    expect((await edit(desk, member.id, { email: replaced })).status).toBe(200);
    for (const how of ["confirm", "refuse"] as const) {
      const answered = await browser.call(answerOwnEmailProposal, { body: { answer: how, email: proposed } });
      expect(answered).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    }
    const confirmed = await platform.call(confirmEmailProposal, { params: { userId: member.id }, body: { email: proposed } });
    expect(confirmed).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    expect(await emailOf(member.id)).toBe(member.email);
    expect((await browser.call(getOwnEmailProposal)).body).toMatchObject({ proposal: { email: replaced } });
    expect(await eventNames(member.id)).not.toContain("email_change_confirmed");
    const seen = { body: { answer: "confirm", email: replaced.toUpperCase() } } as const;
    expect((await browser.call(answerOwnEmailProposal, seen)).status).toBe(200);
    expect(await emailOf(member.id)).toBe(replaced);
  });

  test("an answer that names no address, as a page of the previous release sends it, may only refuse: errors.changedMeanwhile", async () => {
    const { member, browser } = await aProposal();
    const confirmed = [
      await browser.call(answerOwnEmailProposal, { body: { answer: "confirm" } }),
      await platform.call(confirmEmailProposal, { params: { userId: member.id }, body: {} }),
    ];
    for (const each of confirmed) expect(each).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    expect((await browser.call(getOwnEmailProposal)).body).not.toEqual({ proposal: null });
    expect((await browser.call(answerOwnEmailProposal, { body: { answer: "refuse" } })).status).toBe(200);
    expect((await browser.call(getOwnEmailProposal)).body).toEqual({ proposal: null });
    expect(await emailOf(member.id)).toBe(member.email);
  });

  test("the owner refuses in the profile; one of fifty concurrent refusals counts", async () => {
    const { member, browser, proposed } = await aProposal();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.call(answerOwnEmailProposal, { body: { answer: "refuse", email: proposed } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((one) => code(one) === "errors.emailProposalEnded")).toHaveLength(49);
    expect((await browser.call(getOwnEmailProposal)).body).toEqual({ proposal: null });
    expect(await emailOf(member.id)).toBe(member.email);
  });

  test("a session that ended while the owner's answer was waiting confirms nothing", async () => {
    const { member, browser, proposed } = await aProposal();
    const call = () => browser.call(answerOwnEmailProposal, { body: { answer: "confirm", email: proposed } });
    expect((await loggedOutMeanwhile(portal, { account: member, call })).status).toBe(401);
    expect(await emailOf(member.id)).toBe(member.email);
  });

  test("the school withdraws it, and another school does not see it", async () => {
    const { organization, manager, office: desk, member, token } = await aProposal();
    const { office: elsewhere } = await aManagedSchool(portal);
    expect(code(await elsewhere.call(cancelEmailProposal, { params: { userId: member.id }, body: {} }))).toBe("errors.notFound");
    const cancelled = await desk.call(cancelEmailProposal, { params: { userId: member.id }, body: {} });
    expect(cancelled).toMatchObject({ status: 200, body: { email: member.email, emailProposal: null } });
    expect(code(await desk.call(cancelEmailProposal, { params: { userId: member.id }, body: {} }))).toBe("errors.emailProposalEnded");
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
    expect(await eventsAbout(portal, member.id)).toContainEqual(
      expect.objectContaining({
        event: "email_change_cancelled",
        actor_id: manager.id,
        organization_id: organization.id,
        details: { by: "school" },
      }),
    );
  });

  test("a school withdraws nothing for an account that another school shares: errors.notAllowed", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const { organization: other } = await aManagedSchool(portal);
    const shared = [organization, other].map((each) => ({ organization: each, roles: ["teacher"] }));
    const member = await anAccount(portal, { memberships: shared });
    expect(code(await desk.call(cancelEmailProposal, { params: { userId: member.id }, body: {} }))).toBe("errors.notAllowed");
  });

  test("a proposal for a deleted account is neither withdrawn nor confirmed: errors.statusNotAllowed", async () => {
    const { member, proposed } = await aProposal();
    const onMember = { params: { userId: member.id }, body: {} };
    expect((await platform.call(deleteUserByAdmin, { params: onMember.params })).status).toBe(204);
    expect(code(await platform.call(cancelEmailProposal, onMember))).toBe("errors.statusNotAllowed");
    const confirming = { ...onMember, body: { email: proposed } };
    expect(code(await platform.call(confirmEmailProposal, confirming))).toBe("errors.statusNotAllowed");
  });

  test("an administrator can confirm instead of the present address; a school cannot", async () => {
    const { office: desk, member, proposed, token } = await aProposal();
    expect((await desk.call(confirmEmailProposal, { params: { userId: member.id }, body: { email: proposed } })).status).toBe(403);
    const seen = (await platform.call(getUser, { params: { userId: member.id } })).body as UserDetails;
    expect(seen.may).toMatchObject({ changeEmail: true, confirmEmail: true });
    const confirmed = await platform.call(confirmEmailProposal, { params: { userId: member.id }, body: { email: proposed } });
    expect(confirmed).toMatchObject({ status: 200, body: { email: proposed, emailProposal: null, hasPassword: false } });
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
    expect(await eventsAbout(portal, member.id)).toContainEqual(
      expect.objectContaining({ event: "email_change_confirmed", details: { by: "platform" } }),
    );
  });

  test("an administrator changes the address at once, which removes the proposal", async () => {
    const { member, token } = await aProposal();
    const email = anAddress();
    expect(await edit(platform, member.id, { email })).toMatchObject({ status: 200, body: { email, emailProposal: null } });
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
  });

  test("a deactivation withdraws it", async () => {
    const { office: desk, member, token } = await aProposal();
    expect((await desk.call(deactivateUser, { params: { userId: member.id }, body: {} })).status).toBe(200);
    expect(code(await answer(token))).toBe("errors.emailProposalEnded");
  });

  test("without a present address the owner decides in the profile", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const pupil = await anAccount(portal, {
      email: null,
      password: null,
      loginTypes: ["FEIDE"],
      memberships: [{ organization, roles: ["student"] }],
    });
    const browser = await aSession(portal, pupil, { loginType: "FEIDE", organizationId: organization.id });
    const proposed = anAddress();
    expect(await edit(desk, pupil.id, { email: proposed })).toMatchObject({ body: { email: null, emailProposal: { email: proposed } } });
    expect((await browser.call(answerOwnEmailProposal, { body: { answer: "confirm", email: proposed } })).status).toBe(200);
    expect(await emailOf(pupil.id)).toBe(proposed);
  });

  test("an address gets three questions a day, then the school waits: errors.tooManyAttempts", async () => {
    const { office: desk, member } = await aProposal();
    for (let letter = 1; letter < 3; letter++) expect((await edit(desk, member.id, { email: anAddress() })).status).toBe(200);
    expect(await edit(desk, member.id, { email: anAddress() })).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  });

  test("a school's administrator also proposes a change of their own address", async () => {
    const { office: desk, manager } = await aManagedSchool(portal);
    const email = anAddress();
    expect(await edit(desk, manager.id, { email })).toMatchObject({ body: { email: manager.email, emailProposal: { email } } });
    expect((await desk.call(validateAuth)).status).toBe(200);
  });
});

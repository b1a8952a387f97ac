/** The letter to the staff when an organization begins to require passkeys (docs/decisions/0082). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { requirePasskeys } from "@storyport/contract/organizations";
import { toLocale } from "#/platform/mail/locale.ts";
import { aTeacher, anAccount, logIn } from "#test/builders.ts";
import type { AccountParts } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { askForReset } from "#test/mailed-links.ts";
import { setUpPasskey } from "#test/passkey-device.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const set = (desk: Browser, organizationId: string, isRequired: boolean) =>
  desk.call(requirePasskeys, { params: { organizationId }, body: { isRequired } });

async function demand(organizationId: string, isRequired = true): Promise<void> {
  const { desk } = await anAdminDesk(portal);
  expect((await set(desk, organizationId, isRequired)).status).toBe(200);
}

/** The letters about the demand that an address has got. */
async function lettersTo(email: string) {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).filter(({ subject }) => /requires passkeys|krever passnøkler/.test(subject));
}

const inSchool = (organization: { id: string; key: string }, parts: AccountParts = {}, role = "teacher") =>
  anAccount(portal, { memberships: [{ organization, roles: [role] }], ...parts });

describe("the letter about required passkeys", () => {
  test("says in the member's language what changes, since when, until when sessions go on, and what to do", async () => {
    const { organization } = await aTeacher(portal);
    const english = await inSchool(organization, { locale: "en" });
    const norwegian = await inSchool(organization, { locale: "nb" });
    await setUpPasskey(await logIn(portal.browser(), norwegian));
    await demand(organization.id);
    const { passkeys_required_at: since } = await portal.context.database
      .selectFrom("organizations")
      .select("passkeys_required_at")
      .where("id", "=", organization.id)
      .executeTakeFirstOrThrow();
    const until = new Date((since?.getTime() ?? 0) + limits.passkeys.graceHours * 3600 * 1000);
    const [letter, ...more] = await lettersTo(english.email);
    expect(more).toEqual([]);
    expect(letter?.subject).toContain(organization.key);
    const day = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
    const { timeZone } = portal.context.settings;
    const clock = new Intl.DateTimeFormat(toLocale("en"), { ...day, hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone });
    const minuteOf = (at: Date | null) => clock.format(at ?? 0);
    expect(letter?.text).toContain(minuteOf(since));
    expect(letter?.text).toContain(`you stay logged in until ${minuteOf(until)}`);
    expect(letter?.text).toContain("On your profile, add a passkey.");
    const [inNorwegian] = await lettersTo(norwegian.email);
    expect(inNorwegian?.text).toContain("Logg inn med passnøkkelen din.");
  });

  test("names the school by its description, and never as the address of a website", async () => {
    const { organization, account } = await aTeacher(portal);
    const rename = async (values: { key?: string; description?: string }) =>
      portal.context.database.updateTable("organizations").set(values).where("id", "=", organization.id).execute();
    const readLetter = async () => {
      await demand(organization.id);
      const letter = (await lettersTo(account.email)).at(-1);
      await demand(organization.id, false);
      await portal.clock.travel(24 * 3600 + 1);
      return `${letter?.subject} ${letter?.text} ${letter?.html}`;
    };
    expect(await readLetter()).toContain(`School ${organization.key} requires passkeys`);
    const site = `skole-${organization.id.slice(0, 8)}.example`;
    await rename({ key: site, description: `Read ${site}` });
    const letter = await readLetter();
    expect(letter).toContain(site.replace(".", ". "));
    expect(letter).not.toContain(site);
  });

  test("goes to no child, nobody who logs in at a provider alone, nobody deactivated or invited, and to no other school", async () => {
    const { organization, account } = await aTeacher(portal);
    const elsewhere = await aTeacher(portal);
    const others = [
      await inSchool(organization, {}, "student"),
      await inSchool(organization, { password: null, loginTypes: ["GOOGLE"] }),
      await inSchool(organization, { status: "DEACTIVATED" }),
      await inSchool(organization, { status: "CREATED", password: null }),
      elsewhere.account,
    ];
    await demand(organization.id);
    expect(await lettersTo(account.email)).toHaveLength(1);
    for (const { email } of others) expect(await lettersTo(email)).toEqual([]);
  });

  test("is not sent if the demand ends, nor if another school of the member requires passkeys already", async () => {
    const { organization: first, account: only } = await aTeacher(portal);
    const { organization: second } = await aTeacher(portal);
    const both = await anAccount(portal, {
      memberships: [
        { organization: first, roles: ["teacher"] },
        { organization: second, roles: ["teacher"] },
      ],
    });
    await demand(first.id);
    await demand(second.id);
    await demand(first.id, false);
    expect(await lettersTo(both.email)).toHaveLength(1);
    expect(await lettersTo(only.email)).toHaveLength(1);
  });

  test("is sent once if fifty calls begin the demand at once, and not again if it ends and begins within a day", async () => {
    const { organization, account } = await aTeacher(portal);
    const { desk } = await anAdminDesk(portal);
    const answers = await Promise.all(Array.from({ length: 50 }, () => set(desk, organization.id, true)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await lettersTo(account.email)).toHaveLength(1);
    await demand(organization.id, false);
    await demand(organization.id);
    expect(await lettersTo(account.email)).toHaveLength(1);
    await demand(organization.id, false);
    await portal.clock.travel(24 * 3600 + 1);
    await demand(organization.id);
    expect(await lettersTo(account.email)).toHaveLength(2);
  });

  test("waits behind a password reset that is asked for after it", async () => {
    const { organization, account } = await aTeacher(portal);
    const forgetful = await inSchool(organization);
    await demand(organization.id);
    expect(await askForReset(portal, forgetful.email)).not.toBe("");
    const [reset, ...demands] = portal.mailbox.letters.filter(({ to }) => [account.email, forgetful.email].includes(to));
    expect(reset?.to).toBe(forgetful.email);
    expect(reset?.subject).not.toMatch(/requires passkeys/);
    expect(demands.map(({ to }) => to).toSorted()).toEqual([account.email, forgetful.email].toSorted());
  });
});

/** `npm run admin -- doctor` against a real name server, TLS server, mail server and database on this machine. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Answer } from "dns-packet";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { switchOff, switchOn } from "#/admin/maintenance.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { keyId } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { createAuthority } from "#test/certificates.ts";
import type { Authority, ServerCertificate } from "#test/certificates.ts";
import { startNameServer } from "#test/name-server.ts";
import type { NameServer } from "#test/name-server.ts";
import { createTestDatabase, isEmbedded } from "#test/test-store.ts";
import { as, quoted, twoRoles } from "#test/two-roles.ts";
import { examine } from "./doctor.ts";
import type { Finding } from "./finding.ts";

const site = "login.school.example";
const key = randomBytes(32);
const [mailUser, mailPassword] = ["storyport", "a-password-of-this-test"];

let authority: Authority;
let names: NameServer;
let web: Server;
let certificate: ServerCertificate;
let aheadSeconds = 0;
let mailServer: SMTPServer;
let portal: TestPortal;
let env: Record<string, string>;

const goodRecords: Answer[] = [
  { type: "A", name: site, data: "127.0.0.1" },
  { type: "MX", name: "school.example", data: { preference: 10, exchange: "mx.school.example" } },
  { type: "TXT", name: "school.example", data: ["v=spf1 mx ", "-all"] },
  { type: "TXT", name: "school.example", data: "another-record=1" },
  { type: "TXT", name: "mail._domainkey.school.example", data: "v=DKIM1; k=rsa; p=MIIB" },
  { type: "TXT", name: "_dmarc.school.example", data: "v=DMARC1; p=quarantine" },
];

beforeAll(async () => {
  authority = await createAuthority();
  certificate = await authority.issue(site, 60);
  names = await startNameServer(goodRecords);
  web = createServer(certificate, (_, response) => {
    response.setHeader("date", new Date(Date.now() + aheadSeconds * 1000).toUTCString());
    response.end('{"status":"alive"}');
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  mailServer = await startMailServer(await authority.issue("localhost", 60));
  portal = await buildTestPortal({ SECRET_KEY: key.toString("base64") });
  env = {
    NODE_ENV: "production",
    PUBLIC_URL: `https://${site}:${(web.address() as AddressInfo).port}`,
    DATABASE_URL: portal.store.url ?? "",
    SECRET_KEY: key.toString("base64"),
    SMTP_URL: `smtp://${mailUser}:${mailPassword}@localhost:${portOf(mailServer)}`,
    MAIL_FROM: "no-reply@school.example",
    DASHBOARD_URL: "https://dashboard.school.example",
    DASHBOARD_CLIENT_SECRET: "a-secret-of-this-test",
    TRUSTED_PROXIES: "10.0.0.1",
  };
}, 180_000);
afterAll(async () => {
  await portal.close();
  await names.close();
  await new Promise((resolve) => web.close(resolve));
  await new Promise<void>((resolve) => mailServer.close(resolve));
});
beforeEach(() => {
  names.records = goodRecords;
  names.isSilent = false;
  aheadSeconds = 0;
  web.setSecureContext(certificate);
});

const portOf = ({ server }: SMTPServer): number => (server.address() as AddressInfo).port;

async function startMailServer(options: ServerCertificate): Promise<SMTPServer> {
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === mailUser && password === mailPassword ? done(null, { user: username }) : done(new Error("no")),
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function look(changes: Record<string, string> = {}, dkimSelector?: string): Promise<Finding[]> {
  return examine({ resolver: names.resolver, ca: authority.ca, dkimSelector }, { ...env, ...changes });
}

/** Findings of an area, each as "state: sentence". */
const inArea = (findings: readonly Finding[], area: string): string[] =>
  findings.filter((finding) => finding.area === area).map(({ state, says }) => `${state}: ${says}`);

/** The records, with those of a name and type replaced. */
const withRecords = (name: string, ...data: string[]): Answer[] => [
  ...goodRecords.filter((record) => record.name !== name || record.type !== "TXT"),
  ...data.map((text): Answer => ({ type: "TXT", name, data: text })),
];

describe.skipIf(isEmbedded)("the doctor", () => {
  test("a sender's domain whose MX record says that it takes no mail is a warning", async () => {
    const none: Answer = { type: "MX", name: "school.example", data: { preference: 0, exchange: "." } };
    names.records = goodRecords.map((record) => (record.type === "MX" ? none : record));
    expect(inArea(await look(), "mail")).toContain("warning: school.example takes no mail: its MX record says so (RFC 7505).");
  });

  test("finds no fault in a right installation, and leaves nothing out", async () => {
    const findings = await look();
    expect(findings.filter(({ state }) => state === "fault")).toEqual([]);
    expect(new Set(findings.map(({ area }) => area))).toEqual(
      new Set(["settings", "dns", "tls", "clock", "mail", "database", "roles", "keys", "outbox", "sweep", "maintenance", "disk"]),
    );
    expect(inArea(findings, "mail")).toEqual([
      expect.stringMatching(/^ok: The mail server localhost:\d+ answers, encrypted, and takes the password\.$/),
      "ok: SPF of school.example: v=spf1 mx -all",
      "ok: DKIM of school.example: the key mail is published.",
      "ok: DMARC of school.example: v=DMARC1; p=quarantine",
      "ok: Answers to school.example go to mx.school.example.",
    ]);
    expect(inArea(findings, "database")).toContain("ok: Messages between portals arrive.");
    expect(inArea(findings, "database")).toContain("ok: Statements end after 5s.");
    expect(inArea(findings, "tls")[0]).toMatch(/^ok: login\.school\.example has a trusted certificate at 127\.0\.0\.1, valid until \d{4}-/);
    expect(inArea(findings, "keys")[0]).toBe(`ok: SECRET_KEY fits: the key ${keyId(key)} seals.`);
  });

  test("says for each warning and each fault how to fix it", async () => {
    names.records = [];
    const findings = await look({ SECRET_KEY: randomBytes(32).toString("base64"), SMTP_URL: "smtp://127.0.0.1:1" });
    const bad = findings.filter(({ state }) => state === "warning" || state === "fault");
    expect(bad.length).toBeGreaterThan(6);
    expect(bad.filter(({ fix = "" }) => fix === "")).toEqual([]);
  });

  test.each<[string, number, RegExp]>([
    [site, -1, /^fault: The certificate of login\.school\.example ended on /],
    [site, 5, /^warning: The certificate of login\.school\.example ends in 4 days/],
    [
      "other.school.example",
      60,
      /^fault: The certificate is for other names \(DNS:other\.school\.example\), not for login\.school\.example\.$/,
    ],
  ])("a certificate for %s that ends in %i days: %s", async (name, days, finding) => {
    web.setSecureContext(await authority.issue(name, days));
    expect(inArea(await look(), "tls")[0]).toMatch(finding);
  });

  test("a certificate of an unknown authority is not trusted", async () => {
    web.setSecureContext(await (await createAuthority()).issue(site, 60));
    expect(inArea(await look(), "tls")[0]).toMatch(/^fault: The certificate of login\.school\.example is not trusted/);
  });

  test("a name without an address is a fault; a silent name server could not be checked", async () => {
    names.records = goodRecords.slice(1);
    expect(inArea(await look(), "dns")).toEqual([`fault: The name ${site} of PUBLIC_URL has no address.`]);
    names.isSilent = true;
    const silent = await look();
    expect(inArea(silent, "dns")[0]).toMatch(/^unchecked: The name server does not answer/);
    expect(inArea(silent, "mail").filter((line) => line.startsWith("unchecked"))).toHaveLength(4);
  });

  test("localhost is asked of no name server, and is no address for users", async () => {
    const findings = await look({ NODE_ENV: "development", PUBLIC_URL: "http://localhost:3000" });
    expect(inArea(findings, "dns")).toEqual(["unchecked: PUBLIC_URL is this machine alone."]);
    expect(inArea(findings, "tls")).toEqual([]);
  });

  test("a clock that is a minute ahead is a warning", async () => {
    aheadSeconds = 60;
    expect(inArea(await look(), "clock")[0]).toMatch(
      /^warning: The clock of login\.school\.example is (59|60|61) s ahead of this machine's\.$/,
    );
  });

  test.each<[string, Answer[], RegExp]>([
    ["no SPF", withRecords("school.example"), /^fault: school\.example has no SPF record\.$/],
    ["two SPF records", withRecords("school.example", "v=spf1 -all", "v=spf1 mx -all"), /^fault: school\.example has 2 SPF records/],
    ["an open SPF", withRecords("school.example", "v=spf1 +all"), /^fault: The SPF record of school\.example lets every machine send/],
    ["a soft SPF", withRecords("school.example", "v=spf1 mx ?all"), /^warning: The SPF record of school\.example does not refuse/],
    ["no DMARC", withRecords("_dmarc.school.example"), /^fault: school\.example has no DMARC record\.$/],
    [
      "a watching DMARC",
      withRecords("_dmarc.school.example", "v=DMARC1; p=none"),
      /^warning: The DMARC record of school\.example only watches/,
    ],
    ["a DMARC without p", withRecords("_dmarc.school.example", "v=DMARC1"), /^fault: The DMARC record of school\.example has no p=/],
    [
      "a revoked DKIM key",
      withRecords("mail._domainkey.school.example", "v=DKIM1; p="),
      /^fault: The DKIM key mail of school\.example is revoked/,
    ],
    [
      "an unusual DKIM selector",
      withRecords("mail._domainkey.school.example"),
      /^unchecked: DKIM of school\.example: no key at the usual selectors/,
    ],
  ])("%s is found", async (_, records, finding) => {
    names.records = records;
    expect(inArea(await look(), "mail").filter((line) => finding.test(line))).toHaveLength(1);
  });

  test("a named DKIM selector is looked up, and missed if it is not there", async () => {
    names.records = [...goodRecords, { type: "TXT", name: "ours._domainkey.school.example", data: "p=MIIB" }];
    expect(inArea(await look({}, "ours"), "mail")).toContain("ok: DKIM of school.example: the key ours is published.");
    expect(inArea(await look({}, "theirs"), "mail")).toContain("fault: There is no DKIM key at theirs._domainkey.school.example.");
  });

  test("a wrong password, an untrusted certificate and a closed port of the mail server are faults", async () => {
    const at = (server: SMTPServer, user = `${mailUser}:${mailPassword}@`) => ({ SMTP_URL: `smtp://${user}localhost:${portOf(server)}` });
    expect(inArea(await look(at(mailServer, "storyport:wrong@")), "mail")[0]).toMatch(/^fault: The mail server .+ refuses the password/);
    const foreign = await startMailServer(await (await createAuthority()).issue("localhost", 60));
    expect(inArea(await look(at(foreign)), "mail")[0]).toMatch(/^fault: The encryption of the mail server .+ fails/);
    await new Promise<void>((resolve) => foreign.close(resolve));
    expect(inArea(await look({ SMTP_URL: "smtp://127.0.0.1:1" }), "mail")[0]).toMatch(
      /^fault: The mail server 127\.0\.0\.1:1 does not answer/,
    );
  });

  test("a key of another installation is a fault; a key that is being changed is a warning", async () => {
    const other = randomBytes(32).toString("base64");
    expect(inArea(await look({ SECRET_KEY: other }), "keys")[0]).toMatch(/^fault: SECRET_KEY does not fit this database/);
    const changing = inArea(await look({ SECRET_KEY: `${other},${key.toString("base64")}` }), "keys");
    expect(changing[0]).toMatch(/^warning: SECRET_KEY fits by a previous key/);
    expect(changing[1]).toBe("warning: Previous keys of SECRET_KEY still seal rows of signing_keys.");
    const done = inArea(await look({ SECRET_KEY: `${key.toString("base64")},${other}` }), "keys");
    expect(done[1]).toBe("warning: Nothing that was looked at needs the previous keys of SECRET_KEY.");
  });

  test("letters that wait, a sweep that stands still, an ended signing key and maintenance are found", async () => {
    const { database } = portal.context;
    const kept = await database.selectFrom("signing_keys").select("signs_until").executeTakeFirstOrThrow();
    await database
      .updateTable("signing_keys")
      .set({ signs_until: sql<Date>`now() - interval '1 day'`, signs_from: new Date(0) })
      .execute();
    await database
      .insertInto("sweep_runs")
      .values({ name: "sessions", started_at: new Date(0), finished_at: new Date(0), error: "a deadlock" })
      .execute();
    await sql`
      insert into outbox (recipient, letter, subject, text_body, html_body, created_at, expires_at)
      values ('a@school.example', 'x', 's', 't', 'h', now() - interval '1 hour', now() + interval '1 day')`.execute(database);
    await switchOn(database, 5);
    const findings = await look();
    await switchOff(database);
    await sql`delete from outbox`.execute(database);
    await database.deleteFrom("sweep_runs").execute();
    await database.updateTable("signing_keys").set(kept).execute();
    expect(inArea(findings, "outbox")[0]).toMatch(/^warning: 1 letters wait, the oldest for 60 min\.$/);
    expect(inArea(findings, "sweep")).toEqual(["warning: Expired rows stay in sessions (a deadlock)."]);
    expect(inArea(findings, "keys").at(-1)).toMatch(/^fault: The last signing key ended on /);
    expect(inArea(findings, "maintenance")).toEqual(["warning: Maintenance is on: nobody can log in."]);
  });

  test("an empty database is at no version, and stays empty; one that does not answer is a fault without the password", async () => {
    const url = await createTestDatabase({ isEmpty: true });
    for (let round = 0; round < 2; round++) {
      expect(inArea(await look({ DATABASE_URL: url }), "database")).toContainEqual(
        expect.stringMatching(/^fault: \d+ migrations are missing, from 0001_/),
      );
    }
    const away = await look({ DATABASE_URL: "postgres://storyport:canary-pw@127.0.0.1:1/none" });
    expect(inArea(away, "database")).toEqual([expect.stringMatching(/^fault: The database does not answer/)]);
    expect(JSON.stringify(away)).not.toContain("canary-pw");
  });

  test("a role that may do all it needs is right; a single right that it lacks is a fault, with the name of the table", async () => {
    const two = await twoRoles();
    await (await openMigratedStore({ kind: "postgres", ...two }, () => undefined)).close();
    expect(inArea(await look({ DATABASE_URL: two.url }), "roles")).toEqual([
      `ok: The portal's role ${two.portal} can only add to the history.`,
    ]);
    await as(two.admin, [
      `revoke insert on history_blocks from ${quoted(two.portal)}`,
      `revoke delete on sessions from ${quoted(two.portal)}`,
    ]);
    expect(inArea(await look({ DATABASE_URL: two.url }), "roles")).toEqual([
      `fault: The role ${two.portal} may not read or write history_blocks, sessions.`,
    ]);
  });

  test("wrong settings are named one by one, and the rest could not be checked", async () => {
    const findings = await look({ PUBLIC_URL: "http://login.school.example", SMTP_URL: "" });
    expect(inArea(findings, "settings")).toEqual([
      "fault: SMTP_URL is needed in production; there is no default for it.",
      "fault: PUBLIC_URL must be https in production.",
    ]);
    expect(inArea(findings, "others")).toEqual(["unchecked: Everything else needs right settings."]);
  });
});

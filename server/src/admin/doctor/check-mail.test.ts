/** How the doctor reads SMTP_URL and the policies of a subdomain; doctor.test.ts has its other findings about mail. */
import type { AddressInfo } from "node:net";
import type { Answer } from "dns-packet";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority } from "#test/certificates.ts";
import type { ServerCertificate } from "#test/certificates.ts";
import { startNameServer } from "#test/name-server.ts";
import { checkMail } from "./check-mail.ts";

/** Returns what the doctor says of the mail server, SPF, DKIM, DMARC and MX, each as "state: sentence". */
async function look({ url = "smtp://127.0.0.1:1", from = "no-reply@school.example", ca = "", records = [] as Answer[] }) {
  const names = await startNameServer(records);
  onTestFinished(() => names.close());
  const findings = await checkMail({ mail: { url, from }, isProduction: true }, { resolver: names.resolver, ca });
  return findings.map(({ state, says }) => `${state}: ${says}`);
}

async function aMailServer(certificate: ServerCertificate): Promise<number> {
  const server = new SMTPServer({ ...certificate, authOptional: true, disableReverseLookup: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return (server.server.address() as AddressInfo).port;
}

test("an IPv6 address in SMTP_URL is called, and not looked up as a name", async () => {
  const [server] = await look({ url: "smtp://[::1]:1" });
  expect(server).toMatch(/^fault: The mail server \[::1\]:1 does not answer \((?!getaddrinfo)/);
});

test("the options in the query of SMTP_URL count as they do for letters: tls.servername names the certificate", async () => {
  const authority = await createAuthority();
  const port = await aMailServer(await authority.issue("mx.school.example", 60));
  const url = `smtp://127.0.0.1:${port}`;
  const named = await look({ url: `${url}?tls.servername=mx.school.example`, ca: authority.ca });
  expect(named[0]).toBe(`ok: The mail server 127.0.0.1:${port} answers, encrypted.`);
  const unnamed = await look({ url, ca: authority.ca });
  expect(unnamed[0]).toMatch(/^fault: The encryption of the mail server 127\.0\.0\.1:\d+ fails/);
});

const subdomain = "login.school.example";
const dmarc = (at: string, ...data: string[]) => ({
  records: data.map((text): Answer => ({ type: "TXT", name: `_dmarc.${at}`, data: text })),
});

test.each([
  ["sp=none", "v=DMARC1; p=reject; sp=none", /^warning: .+school\.example only watches the mail of its subdomains \(sp=none\)\.$/],
  ["sp=reject", "v=DMARC1; p=none; sp=reject", /^ok: DMARC of login\.school\.example: v=DMARC1; p=none; sp=reject$/],
  ["no sp=, but p=none", "v=DMARC1; p=none", /^warning: .+school\.example only watches \(p=none\)\.$/],
  ["no sp=, but p=quarantine", "v=DMARC1; p=quarantine", /^ok: /],
  ["sp= without p=", "v=DMARC1; sp=reject", /^fault: The DMARC record of school\.example has no p=/],
])("a subdomain without a DMARC record follows that of its registered domain: %s", async (_, text, finding) => {
  const [, , , found] = await look({ from: `no-reply@${subdomain}`, ...dmarc("school.example", text) });
  expect(found).toMatch(finding);
});

test("sp= says nothing about the domain that has the DMARC record, and other TXT records beside it count as none", async () => {
  const own = await look({ from: `no-reply@${subdomain}`, ...dmarc(subdomain, "v=DMARC1; p=reject; sp=none") });
  expect(own[3]).toMatch(/^ok: /);
  const other = dmarc(subdomain, "another-record=1").records;
  const above = dmarc("school.example", "v=DMARC1; p=reject").records;
  const inherited = await look({ from: `no-reply@${subdomain}`, records: [...other, ...above] });
  expect(inherited[3]).toBe("ok: DMARC of login.school.example: v=DMARC1; p=reject");
});

test("a domain without an MX record may still take mail at its address (RFC 5321, section 5.1), so the warning only doubts it", async () => {
  const found = await look({ records: [{ type: "A", name: "school.example", data: "127.0.0.1" }] });
  expect(found[4]).toBe("warning: school.example has no MX record, so bounces may not arrive.");
});

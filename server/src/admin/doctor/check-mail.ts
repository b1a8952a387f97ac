import { once } from "node:events";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { isLoopback } from "#/platform/demo-settings.ts";
import type { Settings } from "#/platform/settings.ts";
import type { Surroundings } from "./check-address.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, warning, fault, unchecked } = findingsOf("mail");
const patienceMs = 5000;

/** Selectors that signing mail servers often use. DNS cannot list the selectors of a domain. */
const commonSelectors = ["default", "mail", "dkim", "google", "selector1", "selector2", "s1", "s2", "k1", "key1", "smtp"];

export interface MailSurroundings extends Surroundings {
  /** The selector that the operator named. */
  dkimSelector?: string | undefined;
}

/** The way to the mail server, and what receivers look up about the sender's domain. Nothing is sent. */
export async function checkMail(
  { mail, isProduction }: Pick<Settings, "mail" | "isProduction">,
  surroundings: MailSurroundings,
): Promise<Finding[]> {
  const domain = mail.from.split("@")[1] ?? "";
  const published = await Promise.all([
    checkSpf(domain, surroundings),
    checkDkim(domain, surroundings),
    checkDmarc(domain, surroundings),
    checkBounces(domain, surroundings),
  ]);
  return [await checkServer(mail.url, { isProduction, ca: surroundings.ca }), ...published];
}

/** Logs in as the portal does, and ends. */
async function checkServer(address: string, { isProduction, ca }: { isProduction: boolean; ca: string | undefined }): Promise<Finding> {
  const url = new URL(address);
  const isSecure = url.protocol === "smtps:";
  const place = `${url.hostname}:${url.port || (isSecure ? 465 : 587)}`;
  const connection = new SMTPConnection({
    host: url.hostname,
    port: Number(url.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    ...(ca !== undefined && { tls: { ca } }),
  });
  try {
    const failed = once(connection, "error").then(([error]) => Promise.reject(error));
    await Promise.race([new Promise<void>((resolve) => connection.connect(() => resolve())), failed]);
    const isEncrypted = connection.secure;
    if (url.username !== "") {
      const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
      await Promise.race([
        new Promise<void>((resolve, reject) => connection.login({ credentials }, (error) => (error ? reject(error) : resolve()))),
        failed,
      ]);
    }
    if (isEncrypted) return ok(`The mail server ${place} answers, encrypted${url.username === "" ? "" : ", and takes the password"}.`);
    const says = `The mail server ${place} answers without encryption: it offers no STARTTLS.`;
    return isProduction && !isLoopback(url.hostname) ? fault(says, "Let it offer STARTTLS, or use smtps:// in SMTP_URL.") : ok(says);
  } catch (error) {
    return mailFault(place, error);
  } finally {
    connection.close();
  }
}

function mailFault(place: string, error: unknown): Finding {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EAUTH")
    return fault(`The mail server ${place} refuses the password (${reasonOf(error)}).`, "Correct the user and the password in SMTP_URL.");
  if (code === "ETLS" || /certificate|self.signed|altname/i.test(reasonOf(error))) {
    return fault(
      `The encryption of the mail server ${place} fails (${reasonOf(error)}).`,
      "Give the mail server a certificate for the name in SMTP_URL.",
    );
  }
  return fault(`The mail server ${place} does not answer (${reasonOf(error)}).`, "Check SMTP_URL, and whether a firewall closes the port.");
}

type Records = { is: "found"; texts: string[] } | { is: "absent" } | { is: "unclear"; reason: string };

async function textsAt(name: string, { resolver }: Surroundings): Promise<Records> {
  try {
    return { is: "found", texts: (await resolver.resolveTxt(name)).map((parts) => parts.join("")) };
  } catch (error) {
    const code = String(Reflect.get(Object(error), "code"));
    return code === "ENOTFOUND" || code === "ENODATA" ? { is: "absent" } : { is: "unclear", reason: code };
  }
}

async function checkSpf(domain: string, surroundings: Surroundings): Promise<Finding> {
  const records = await textsAt(domain, surroundings);
  if (records.is === "unclear") return unchecked(`SPF of ${domain}: the name server does not answer (${records.reason}).`);
  const policies = records.is === "found" ? records.texts.filter((text) => /^v=spf1(\s|$)/i.test(text)) : [];
  const [policy] = policies;
  const example = 'such as "v=spf1 include:<your mail provider> -all"';
  if (policy === undefined) return fault(`${domain} has no SPF record.`, `Publish a TXT record that names your mail server, ${example}.`);
  if (policies.length > 1)
    return fault(
      `${domain} has ${policies.length} SPF records, so none of them counts.`,
      "Publish one TXT record with all of their parts.",
    );
  if (/(^|\s)\+?all(\s|$)/i.test(policy))
    return fault(`The SPF record of ${domain} lets every machine send (${policy}).`, "End it with -all or ~all.");
  if (!/(^|\s)([-~]all|redirect=\S+)(\s|$)/i.test(policy)) {
    return warning(`The SPF record of ${domain} does not refuse other machines (${policy}).`, "End it with -all or ~all.");
  }
  return ok(`SPF of ${domain}: ${policy}`);
}

async function checkDkim(domain: string, { dkimSelector, ...surroundings }: MailSurroundings): Promise<Finding> {
  const selectors = dkimSelector === undefined ? commonSelectors : [dkimSelector];
  const answers = await Promise.all(
    selectors.map(async (selector) => ({ selector, records: await textsAt(`${selector}._domainkey.${domain}`, surroundings) })),
  );
  const found = answers.find(({ records }) => records.is === "found" && records.texts.some((text) => /(^|;)\s*p=/i.test(text)));
  if (found?.records.is === "found") {
    const isRevoked = found.records.texts.every((text) => /(^|;)\s*p=\s*(;|$)/i.test(text));
    return isRevoked
      ? fault(`The DKIM key ${found.selector} of ${domain} is revoked.`, "Publish the key with which your mail server signs.")
      : ok(`DKIM of ${domain}: the key ${found.selector} is published.`);
  }
  const unclear = answers.find(({ records }) => records.is === "unclear");
  if (unclear?.records.is === "unclear")
    return unchecked(`DKIM of ${domain}: the name server does not answer (${unclear.records.reason}).`);
  if (dkimSelector !== undefined) {
    return fault(`There is no DKIM key at ${dkimSelector}._domainkey.${domain}.`, "Publish the key with which your mail server signs.");
  }
  return unchecked(
    `DKIM of ${domain}: no key at the usual selectors.`,
    "Name yours: npm run admin -- doctor --dkim <selector>. It is the s= of the DKIM-Signature in a letter.",
  );
}

async function checkDmarc(domain: string, surroundings: Surroundings): Promise<Finding> {
  const own = await textsAt(`_dmarc.${domain}`, surroundings);
  // A domain without a policy has the policy of its registered domain (RFC 7489, section 6.6.3). That is mostly its last two labels.
  const above = domain.split(".").slice(-2).join(".");
  const records = own.is === "absent" && above !== domain ? await textsAt(`_dmarc.${above}`, surroundings) : own;
  if (records.is === "unclear") return unchecked(`DMARC of ${domain}: the name server does not answer (${records.reason}).`);
  const policy = records.is === "found" ? records.texts.find((text) => /^v=DMARC1\s*(;|$)/i.test(text)) : undefined;
  if (policy === undefined)
    return fault(
      `${domain} has no DMARC record.`,
      `Publish a TXT record at _dmarc.${domain}, at first "v=DMARC1; p=none; rua=mailto:...".`,
    );
  const [, action] = /;\s*p=\s*(\w+)/i.exec(policy) ?? [];
  if (action === undefined) return fault(`The DMARC record of ${domain} has no p= (${policy}).`, "Add p=none, p=quarantine or p=reject.");
  if (action.toLowerCase() === "none") {
    return warning(`The DMARC record of ${domain} only watches (p=none).`, "Read its reports, then go on to p=quarantine.");
  }
  return ok(`DMARC of ${domain}: ${policy}`);
}

/** Receivers refuse a sender's domain that takes no mail, because a bounce cannot be returned. */
async function checkBounces(domain: string, { resolver }: Surroundings): Promise<Finding> {
  try {
    const servers = await resolver.resolveMx(domain);
    // RFC 7505, section 3: a single record with an empty name says that the domain takes no mail. Node returns the name as "".
    if (servers.every(({ exchange }) => exchange === "" || exchange === "."))
      return warning(
        `${domain} takes no mail: its MX record says so (RFC 7505).`,
        "Publish one that names a server, so that bounces arrive.",
      );
    return ok(`Answers to ${domain} go to ${servers.map(({ exchange }) => exchange).join(", ")}.`);
  } catch (error) {
    const code = String(Reflect.get(Object(error), "code"));
    if (code !== "ENOTFOUND" && code !== "ENODATA") return unchecked(`MX of ${domain}: the name server does not answer (${code}).`);
    return warning(`${domain} takes no mail: it has no MX record.`, "Publish one, so that bounces arrive and receivers trust the sender.");
  }
}

import { once } from "node:events";
import { isIPv6 } from "node:net";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import SMTPTransport from "nodemailer/lib/smtp-transport";
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

/** Checks the way to the mail server, and what receivers look up about the sender's domain. Sends no letter. */
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

/**
 * Connects as the portal does for a letter, logs in if SMTP_URL has a user, and ends. The library reads SMTP_URL for both, with the
 * options in its query.
 */
async function checkServer(address: string, { isProduction, ca }: { isProduction: boolean; ca: string | undefined }): Promise<Finding> {
  const transport = new SMTPTransport({ url: address });
  const credentials = transport.getAuth({});
  const connection = new SMTPConnection({
    ...transport.options,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    ...(ca !== undefined && { tls: { ...transport.options.tls, ca } }),
  });
  const { host, port } = connection;
  const place = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  try {
    const failed = once(connection, "error").then(([error]) => Promise.reject(error));
    await Promise.race([new Promise<void>((resolve) => connection.connect(() => resolve())), failed]);
    const isEncrypted = connection.secure;
    if (credentials) {
      await Promise.race([
        new Promise<void>((resolve, reject) => connection.login(credentials, (error) => (error ? reject(error) : resolve()))),
        failed,
      ]);
    }
    if (isEncrypted) return ok(`The mail server ${place} answers, encrypted${credentials ? ", and takes the password" : ""}.`);
    const says = `The mail server ${place} answers without encryption.`;
    return isProduction && !isLoopback(host)
      ? fault(says, "Let it offer STARTTLS, without ignoreTLS in SMTP_URL, or use smtps:// there.")
      : ok(says);
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
  const isInherited = own.is !== "unclear" && dmarcIn(own) === undefined && above !== domain;
  const records = isInherited ? await textsAt(`_dmarc.${above}`, surroundings) : own;
  if (records.is === "unclear") return unchecked(`DMARC of ${domain}: the name server does not answer (${records.reason}).`);
  const policy = dmarcIn(records);
  if (policy === undefined)
    return fault(
      `${domain} has no DMARC record.`,
      `Publish a TXT record at _dmarc.${domain}, at first "v=DMARC1; p=none; rua=mailto:...".`,
    );
  const [, action] = /;\s*p\s*=\s*(\w+)/i.exec(policy) ?? [];
  const holder = isInherited ? above : domain;
  if (action === undefined) return fault(`The DMARC record of ${holder} has no p= (${policy}).`, "Add p=none, p=quarantine or p=reject.");
  // For a subdomain sp= counts before p= (RFC 7489, section 6.3).
  const [, forSubdomains] = (isInherited && /;\s*sp\s*=\s*(\w+)/i.exec(policy)) || [];
  if (forSubdomains?.toLowerCase() === "none") {
    return warning(
      `The DMARC record of ${holder} only watches the mail of its subdomains (sp=none).`,
      "Read its reports, then go on to sp=quarantine.",
    );
  }
  if (forSubdomains === undefined && action.toLowerCase() === "none") {
    return warning(`The DMARC record of ${holder} only watches (p=none).`, "Read its reports, then go on to p=quarantine.");
  }
  return ok(`DMARC of ${domain}: ${policy}`);
}

/** Other TXT records at the name are no policy. */
function dmarcIn(records: Records): string | undefined {
  return records.is === "found" ? records.texts.find((text) => /^v=DMARC1\s*(;|$)/i.test(text)) : undefined;
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
    return warning(
      `${domain} has no MX record, so bounces may not arrive.`,
      "Publish one, so that bounces arrive and receivers trust the sender.",
    );
  }
}

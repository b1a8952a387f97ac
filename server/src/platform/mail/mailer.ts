/** Sends letters to the mail server. */
import type { Transporter } from "nodemailer";
import type { Settings } from "#/platform/settings.ts";

export interface OutgoingLetter {
  /** Becomes the Message-ID, so that mail programs show a letter that was sent twice once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Rejects if the mail server cannot be reached or does not take the letter. */
  send(letter: OutgoingLetter): Promise<void>;
  close(): void;
}

export function createMailer(
  mail: Settings["mail"],
  { productName, supportEmail }: Pick<Settings["brand"], "productName" | "supportEmail">,
): Mailer {
  let opened: Promise<Transporter> | undefined;
  const domain = mail.from.split("@")[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html }) {
      // A failed import is tried again with the next letter: the process may have had no free file handle.
      opened ??= openTransport(mail.url).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      const transport = await opened;
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: productName, address: mail.from },
        // Texts say "write to us", and people may read another mailbox than that of `from` (SUPPORT_EMAIL).
        replyTo: { name: productName, address: supportEmail },
        // An object, because nodemailer reads a string as a list. A comma or semicolon would add a recipient, and a colon replace it.
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        // The letter failed with this error.
        () => undefined,
      ),
  };
}

/** Imports the library with the first letter: it costs start time and memory. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

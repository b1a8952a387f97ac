/** Sends letters to the mail server. */
import { createTransport } from "nodemailer";
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
  send(letter: OutgoingLetter): Promise<void>;
  close(): void;
}

export function createMailer(
  mail: Settings["mail"],
  { productName, supportEmail }: Pick<Settings["brand"], "productName" | "supportEmail">,
): Mailer {
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = mail.from.split("@")[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html }) {
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: productName, address: mail.from },
        // Texts say "write to us", and no mailbox is read behind `from`.
        replyTo: { name: productName, address: supportEmail },
        // An object, because nodemailer splits strings at commas and line breaks into several recipients.
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

import { createConnection } from "node:net";

/** Speaks SMTP directly, so that the mailbox is tested by the protocol alone. Resolves to the last answer. */
export function sendMail(smtpUrl: string, { to, mail }: { to: string; mail: string }): Promise<string> {
  const lines = ["EHLO test", "MAIL FROM:<noreply@storyport.example>", `RCPT TO:<${to}>`, "DATA", `${mail.replaceAll("\n", "\r\n")}\r\n.`];
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: "127.0.0.1", port: Number(new URL(smtpUrl).port) });
    socket.setEncoding("utf8").on("error", reject);
    socket.on("data", (answer: string) => {
      const isRefusal = /^[45]/.test(answer);
      const line = isRefusal ? undefined : lines.shift();
      if (line === undefined) {
        socket.end("QUIT\r\n");
        resolve(answer.trim());
      } else {
        socket.write(`${line}\r\n`);
      }
    });
  });
}

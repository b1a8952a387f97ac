import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { asPortTaken } from "#/web-server.ts";
import { readMail, type Letters } from "./letters.ts";

/** How the mailbox answers a sender: accepts, refuses permanently (550), or refuses for now (451). */
export const moods = ["accept", "refuse", "temporary"] as const;
export type Mood = (typeof moods)[number];

export interface Smtp {
  port: number;
  setMood: (mood: Mood) => void;
  close: () => Promise<void>;
}

/** Listens for letters to any address, from this machine only, without password and TLS. */
export async function listenForMail(letters: Letters, port: number, firstMood: Mood): Promise<Smtp> {
  let mood = firstMood;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: 10_000_000,
    // A sender that stays connected must not delay the end of the mailbox.
    closeTimeout: 200,
    onRcptTo: (_address, _session, done) => done(refusalIn(mood)),
    onData: (stream, session, done) => void takeLetter(letters, stream, session).then(done),
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(asPortTaken(error, port)));
    server.listen(port, "127.0.0.1", resolve);
  });
  // A sender that disconnects must not stop the server.
  server.on("error", () => {});
  const address = server.server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    setMood: (next) => {
      mood = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refusalIn(mood: Mood): Error | null {
  if (mood === "accept") return null;
  const [responseCode, words] =
    mood === "refuse" ? [550, "No such mailbox (asked for by a test)"] : [451, "Try again later (asked for by a test)"];
  return Object.assign(new Error(words), { responseCode });
}

/** Resolves to the error for the sender, if any. */
async function takeLetter(letters: Letters, stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<Error | null> {
  const to = envelope.rcptTo.map(({ address }) => address);
  const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
  try {
    letters.add(await readMail(await readAll(stream), { from, to }));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  if (stream.sizeExceeded) throw Object.assign(new Error("The letter is too large"), { responseCode: 552 });
  return Buffer.concat(chunks);
}

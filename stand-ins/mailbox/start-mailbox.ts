import type { FastifyInstance } from "fastify";
import { closeWithin, createWebServer, listen, queryOf, type Running } from "#/web-server.ts";
import { keepLetters, type Letters } from "./letters.ts";
import { letterDocument, mailboxPage } from "./mailbox-pages.ts";
import { listenForMail, moods, type Mood, type Smtp } from "./smtp.ts";

export interface MailboxOptions {
  port: number;
  smtpPort: number;
  /** The file that keeps letters across restarts; without it they stay in memory. */
  file?: string | undefined;
  mood?: Mood | undefined;
}

/** Starts the mailbox stand-in: an SMTP server for letters to any address, and a page and JSON to read them. */
export async function startMailbox({ port, smtpPort, file, mood = "accept" }: MailboxOptions): Promise<Running & { smtpUrl: string }> {
  const letters = keepLetters(file);
  const smtp = await listenForMail(letters, smtpPort, mood);
  const app = createWebServer();
  addRoutes(app, letters, smtp);
  const close = () => closeWithin(2000, [app.close(), smtp.close()]);
  try {
    return { url: await listen(app, port), smtpUrl: `smtp://127.0.0.1:${smtp.port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addRoutes(app: FastifyInstance, letters: Letters, smtp: Smtp): void {
  app.get("/", (request, reply) =>
    reply.type("text/html; charset=utf-8").send(mailboxPage(letters.list(), letters.find(queryOf(request).get("letter")))),
  );
  app.get("/messages", (request) => letters.list(queryOf(request).get("to")));
  app.delete("/messages", (_request, reply) => {
    letters.empty();
    return reply.code(204).send();
  });
  app.get<{ Params: { id: string } }>("/messages/:id", (request, reply) => reply.send(letters.find(request.params.id) ?? notFound()));
  app.get<{ Params: { id: string } }>("/messages/:id/html", (request, reply) => {
    const letter = letters.find(request.params.id) ?? notFound();
    // A letter is untrusted markup: no scripts, no requests, its own origin. The portal's letters have inline styles and no pictures.
    reply.header(
      "content-security-policy",
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    );
    return reply.type("text/html; charset=utf-8").send(letterDocument(letter));
  });
  app.post<{ Body: { mode: Mood } }>("/refuse", { schema: { body: refuseBody } }, (request) => {
    smtp.setMood(request.body.mode);
    return { mode: request.body.mode };
  });
}

function notFound(): never {
  throw Object.assign(new Error("No such letter."), { statusCode: 404 });
}

const refuseBody = { type: "object", required: ["mode"], properties: { mode: { enum: moods } } };

/** The mailer speaks SMTP to one server and sends each letter to exactly one address. */
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMailer } from "./mailer.ts";
import type { Mailer } from "./mailer.ts";

const brand = { productName: "Storyport", supportEmail: "help@portal.example" };

let server: Server;
let mailer: Mailer;
let envelopes: string[] = [];
let content = "";

/** A minimal mail server that accepts everything and records the recipients. */
beforeAll(async () => {
  server = createServer((socket) => {
    let isData = false;
    socket.setEncoding("utf8");
    socket.write("220 test\r\n");
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: string) => {
      if (isData) {
        content += chunk;
        if (!content.endsWith("\r\n.\r\n")) return;
        isData = false;
        socket.write("250 ok\r\n");
        return;
      }
      for (const line of chunk.split("\r\n").filter((one) => one !== "")) {
        if (line.startsWith("RCPT TO:")) envelopes.push(line.slice(8));
        if (line === "DATA") isData = true;
        socket.write(isData ? "354 go on\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  mailer = createMailer(settings(), brand);
});
afterAll(async () => {
  mailer.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  envelopes = [];
  content = "";
});

const settings = () => ({ url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, from: "no-reply@portal.example" });

const letter = { id: "letter-1", subject: "Blåbær", text: "Hello", html: "<p>Hello</p>" };

test("a reply to a letter goes to the support address", async () => {
  await mailer.send({ ...letter, to: "kari@school.example" });
  expect(content).toContain("Reply-To: Storyport <help@portal.example>");
});

test("a letter has its id, the product's name and the header of automatic mail", async () => {
  await mailer.send({ ...letter, to: "kari@school.example" });
  expect(envelopes).toEqual(["<kari@school.example>"]);
  expect(content).toContain("Message-ID: <letter-1@portal.example>");
  expect(content).toContain("From: Storyport <no-reply@portal.example>");
  expect(content).toContain("Auto-Submitted: auto-generated");
});

test.each([
  "kari@school.example, x@attacker.example",
  "kari@school.example\r\nBcc: x@attacker.example",
  "kari@school.example <x@attacker.example>",
  "kari@school.example;x@attacker.example",
])("%j never reaches a second person", async (to) => {
  await mailer.send({ ...letter, to }).catch(() => undefined);
  expect(envelopes.length).toBeLessThanOrEqual(1);
  expect(envelopes).not.toContain("<x@attacker.example>");
  expect(content).not.toMatch(/^Bcc:/im);
});

test("an unreachable server is an error", async () => {
  const away = createMailer({ url: "smtp://127.0.0.1:1", from: "no-reply@portal.example" }, brand);
  await expect(away.send({ ...letter, to: "kari@school.example" })).rejects.toThrow(/ECONNREFUSED/);
  away.close();
});

test("a library that could not be loaded is loaded for the next letter", async () => {
  vi.doMock("nodemailer", () => {
    throw new Error("EMFILE: too many open files");
  });
  const later = createMailer(settings(), brand);
  await expect(later.send({ ...letter, to: "kari@school.example" })).rejects.toThrow();
  vi.doUnmock("nodemailer");
  await later.send({ ...letter, to: "kari@school.example" });
  expect(envelopes).toEqual(["<kari@school.example>"]);
  later.close();
});

import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server as TcpServer, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createAuthority } from "#test/certificates.ts";
import { createOutsideFetch } from "./outside-fetch.ts";
import type { OutsideFetchOptions } from "./outside-fetch.ts";

const production = { isProduction: true, isDemo: false };
const demo = { isProduction: false, isDemo: true };

const running: TcpServer[] = [];
const sockets = new Set<Socket>();

async function portOf(server: TcpServer): Promise<number> {
  running.push(server);
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener): Promise<string> => `http://127.0.0.1:${await portOf(createServer(listener))}`;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(running.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** A name that has these addresses. */
const named = (...addresses: string[]): Pick<OutsideFetchOptions, "resolve"> => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
});

describe("the address", () => {
  test.each([
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
  ])("a name with the address %s is refused before any connection", async (address) => {
    const fetchOutside = createOutsideFetch(production, named("8.8.8.8", address));
    await expect(fetchOutside("https://game.example/")).rejects.toMatchObject({ reason: "private" });
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://10.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:127.0.0.1]/",
    "https://[fe80::1]/",
  ])("%s is refused in every spelling", async (address) => {
    const fetchOutside = createOutsideFetch(production, {
      resolve: async () => {
        throw new Error("An address is never resolved.");
      },
    });
    await expect(fetchOutside(address)).rejects.toMatchObject({ reason: "private" });
  });

  test.each(["http://game.example/", "ftp://game.example/", "file:///etc/passwd", "https://user@game.example/", "game.example", ""])(
    "%s is no address that production calls",
    async (address) => {
      await expect(createOutsideFetch(production, named("8.8.8.8"))(address)).rejects.toMatchObject({ reason: "address" });
    },
  );

  test.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111"])("the public address %s is tried", async (address) => {
    const fetchOutside = createOutsideFetch(production, { ...named(address), milliseconds: 1 });
    await expect(fetchOutside("https://game.example:9/")).rejects.toMatchObject({ reason: expect.stringMatching(/too slow|unreachable/) });
  });

  test("this machine is allowed where the demo world is, but not its networks", async () => {
    const origin = await serve((_request, answer) => answer.end("here"));
    expect((await createOutsideFetch(demo)(origin)).body.toString()).toBe("here");
    await expect(createOutsideFetch({ isProduction: false, isDemo: false })(origin)).rejects.toMatchObject({ reason: "private" });
    await expect(createOutsideFetch(demo)("http://10.0.0.1/")).rejects.toMatchObject({ reason: "private" });
  });

  test("a name that changes its address after the check is not asked again", async () => {
    const origin = await serve((_request, answer) => answer.end("checked"));
    let asked = 0;
    const fetchOutside = createOutsideFetch(demo, {
      resolve: async () => [{ address: (asked += 1) === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }],
    });
    const answer = await fetchOutside(origin.replace("127.0.0.1", "game.example"));
    expect(answer.body.toString()).toBe("checked");
    expect(asked).toBe(1);
  });

  test("a name without addresses, and one that nobody knows, is unreachable", async () => {
    await expect(createOutsideFetch(production, named())("https://game.example/")).rejects.toMatchObject({ reason: "unreachable" });
    await expect(createOutsideFetch(production)("https://game.invalid/")).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("the resolution of a name is ended with the request", async () => {
    let isEnded = false;
    const resolve = (_: string, signal: AbortSignal) => new Promise<never>(() => signal.addEventListener("abort", () => (isEnded = true)));
    await expect(createOutsideFetch(production, { resolve, milliseconds: 50 })("https://game.example/")).rejects.toMatchObject({
      reason: "too slow",
    });
    expect(isEnded).toBe(true);
  });

  test("a name server that never answers is too slow", async () => {
    const fetchOutside = createOutsideFetch(production, { resolve: () => new Promise(() => undefined), milliseconds: 50 });
    await expect(fetchOutside("https://game.example/")).rejects.toMatchObject({ reason: "too slow" });
  });
});

describe("the answer", () => {
  test("has status, headers and body, and the request its method, headers and body", async () => {
    const origin = await serve((request, answer) => {
      const { host, "content-type": type } = request.headers;
      request.on("data", (part: Buffer) => answer.writeHead(418, { "x-seen": `${request.method} ${host} ${type}` }).end(part));
    });
    const answer = await createOutsideFetch(demo)(`${origin}/path`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "sent",
    });
    expect(answer.status).toBe(418);
    expect(answer.headers["x-seen"]).toBe(`POST ${new URL(origin).host} text/plain`);
    expect(answer.body.toString()).toBe("sent");
  });

  test("a redirect is returned, and never followed", async () => {
    let calls = 0;
    const origin = await serve((_request, answer) => {
      calls += 1;
      answer.writeHead(302, { location: "/internal" }).end();
    });
    const answer = await createOutsideFetch(demo)(origin);
    expect(answer).toMatchObject({ status: 302, headers: { location: "/internal" } });
    expect(calls).toBe(1);
  });

  test("a server that hangs before or within its answer is too slow", async () => {
    const fetchOutside = createOutsideFetch(demo, { milliseconds: 100 });
    const silent = await serve(() => undefined);
    await expect(fetchOutside(silent)).rejects.toMatchObject({ reason: "too slow" });
    const halting = await serve((_request, answer) => void answer.writeHead(200).write("a"));
    await expect(fetchOutside(halting)).rejects.toMatchObject({ reason: "too slow" });
  });

  test("endless bytes and endless headers are too large", async () => {
    const fetchOutside = createOutsideFetch(demo, { maxBytes: 10_000 });
    const endless = await serve((_request, answer) => {
      const send = (): void => {
        if (!answer.destroyed) answer.write("x".repeat(1000), send);
      };
      send();
    });
    await expect(fetchOutside(endless)).rejects.toMatchObject({ reason: "too large" });
    const port = await portOf(createTcpServer((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}`)));
    await expect(fetchOutside(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason: "too large" });
  });

  test("a connection that breaks within the answer is unreachable", async () => {
    const port = await portOf(createTcpServer((socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")));
    await expect(createOutsideFetch(demo)(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("a server that changes the protocol is unreachable", async () => {
    const port = await portOf(
      createTcpServer((socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n")),
    );
    await expect(createOutsideFetch(demo)(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason: "unreachable" });
  });
});

test("the certificate must be of the name, and of a trusted authority", async () => {
  const authority = await createAuthority();
  const port = await portOf(createTlsServer(await authority.issue("game.example", 10), (_request, answer) => answer.end("secure")));
  const options = { ...named("127.0.0.1"), ca: authority.ca };
  const fetchOutside = createOutsideFetch({ isProduction: true, isDemo: true }, options);
  expect((await fetchOutside(`https://game.example:${port}/`)).body.toString()).toBe("secure");
  await expect(fetchOutside(`https://other.example:${port}/`)).rejects.toMatchObject({ reason: "certificate" });
  const strict = createOutsideFetch(demo, named("127.0.0.1"));
  await expect(strict(`https://game.example:${port}/`)).rejects.toMatchObject({ reason: "certificate" });
});

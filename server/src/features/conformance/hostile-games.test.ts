/**
 * What a run does with addresses and answers that are meant to harm it: an internal host looks like one that is not there, and each call
 * ends. `outside-fetch.test.ts` shows that no internal host is called.
 */
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import * as contract from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { aBench, aServer, moveGame, startRun, verdictsOf } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4414);
});
afterAll(() => bench.portal.close());

const callback = "https://game.example/callback";

async function play(run: ConformanceRun, scene: contract.Scene = "PLAIN"): Promise<ConformanceRun> {
  const answer = await bench.builder.call(contract.playScene, { params: { runId: run.runId }, body: { scene } });
  expect(answer.status).toBe(200);
  return contract.conformanceRun.parse(answer.body);
}

/** A run for the tests that look at its last observation alone, because a builder gets thirty runs an hour. */
let shared: ConformanceRun;
beforeAll(async () => {
  shared = await startRun(bench);
});

/** Plays a game that begins at this address. */
async function playFrom(start: string): Promise<ConformanceRun> {
  await moveGame(bench, { start, callback });
  return play(shared);
}

/** The last thing that was seen, and why it failed. */
function failureOf({ observations }: ConformanceRun): (string | undefined)[] {
  const last = observations.at(-1);
  return [last?.kind, last?.response["failure"] ?? last?.response["status"]];
}

/** A game that writes these octets, whatever it is asked. */
async function aRawServer(write: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    write(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a cookie that the game ends by a date in the past is gone at the next call, as in browsers", async () => {
  const run = await startRun(bench);
  const seen: (string | undefined)[] = [];
  const past = "Expires=Thu, 01 Jan 1970 00:00:00 GMT";
  const game = await aServer((request, response) => {
    if (request.url?.startsWith("/callback?") === true) {
      seen.push(request.headers.cookie);
      response
        .writeHead(200, { "set-cookie": [`attempt=; Path=/; ${past}`, `kept=2; ${past}; Max-Age=60`, "other=2; Expires=soon"] })
        .end();
      return;
    }
    const login = { gameId: String(run.gameId), state: "s", clientCode: aPkcePair().challenge, callbackUrl: `${game}/callback` };
    const location = `${run.issuer}/game-login?${new URLSearchParams(login)}`;
    response.writeHead(302, { location, "set-cookie": ["attempt=1", "kept=1", "other=1"] }).end();
  });
  await moveGame(bench, { start: `${game}/`, callback: `${game}/callback` });
  await play(run, "REPLAYED");
  expect(seen).toEqual(["attempt=1; kept=1; other=1", "kept=2; other=2"]);
});

describe("a game that misbehaves on the wire", () => {
  test.each([
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://2130706433.example.invalid/",
    "https://167772161/",
    "https://0x0a.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://[::]/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://012.0.0.1/",
    "https://10.1/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::ffff:0:a00:1]/",
    "https://[64:ff9b::a00:1]/",
    "https://[2002:a00:1::]/",
    "https://[fe80::1]/",
  ])("at %s is noted as unreachable, without the reason", async (start) => {
    expect(failureOf(await playFrom(start))).toEqual(["UNREACHABLE", "unreachable"]);
  });

  test("that leads to a private address is noted as unreachable, without the reason", async () => {
    const start = await aServer((_request, response) => response.writeHead(302, { location: "https://192.168.0.1/admin" }).end());
    expect(failureOf(await playFrom(start))).toEqual(["UNREACHABLE", "unreachable"]);
  });

  test("is given up when it hangs", async () => {
    const start = await aServer(() => undefined);
    expect(failureOf(await playFrom(start))).toEqual(["UNREACHABLE", "too slow"]);
  });

  test("is given up when it redirects in a circle, or answers 500", async () => {
    const circle = await aServer((_request, response) => response.writeHead(302, { location: "/again" }).end());
    const broken = await aServer((_request, response) => response.writeHead(500).end());
    expect(failureOf(await playFrom(circle))).toEqual(["UNREACHABLE", "302"]);
    expect(failureOf(await playFrom(broken))).toEqual(["UNREACHABLE", "500"]);
  });

  test("whose callback answers 500 to a refused login fails that check, and the others stay unchecked", async () => {
    const run = await startRun(bench);
    const { challenge } = aPkcePair();
    const game = await aServer((request, response) => {
      const own = `http://${request.headers.host ?? ""}/callback`;
      const login = new URLSearchParams({ gameId: String(run.gameId), state: "s", clientCode: challenge, callbackUrl: own });
      if (request.url?.startsWith("/callback") === true) response.writeHead(500).end();
      else response.writeHead(302, { location: `${run.issuer}/game-login?${login}` }).end();
    });
    await moveGame(bench, { start: `${game}/start`, callback: `${game}/callback` });
    const verdicts = Object.entries(verdictsOf(await play(run, "DENIED")));
    expect(verdicts.filter(([, verdict]) => verdict !== "NOT_CHECKED")).toEqual([["denied", "FAILED"]]);
    expect(verdictsOf(await play(run, "WRONG_STATE")).state).toBe("NOT_CHECKED");
  });
});

describe("a redirect of a game", () => {
  test("that comes after five others is not followed: the observation names the address that was called last, and where it leads", async () => {
    const called: string[] = [];
    const game = await aServer((request, response) => {
      called.push(request.url ?? "");
      response.writeHead(302, { location: `/step-${called.length}` }).end();
    });
    const { observations } = await playFrom(`${game}/start`);
    expect(called).toEqual([`/start?gameId=${bench.game.id}`, "/step-1", "/step-2", "/step-3", "/step-4", "/step-5"]);
    const last = observations.at(-1);
    expect([last?.request["url"], last?.response["location"]]).toEqual([`${game}/step-5`, `${game}/step-6`]);
  });

  test.each([
    ["https://10.0.0.1/", "unreachable"],
    ["//169.254.169.254/latest/meta-data/", "unreachable"],
    ["https://[::ffff:10.0.0.1]/", "unreachable"],
    ["https://3232235521/", "unreachable"],
    ["https://builder:secret@game.example/", "address"],
    ["file:///etc/passwd", "address"],
    ["ftp://game.example/", "address"],
    ["javascript:alert(1)", "address"],
    ["data:text/html,x", "address"],
    ["http://[broken", "302"],
  ])("to %s is not followed, and is named without a password", async (location, failure) => {
    const start = await aServer((_request, response) => response.writeHead(302, { location }).end());
    const run = await playFrom(start);
    expect(failureOf(run)).toEqual(["UNREACHABLE", failure]);
    expect(JSON.stringify(run)).not.toContain("secret");
  });

  test("with a line break or a null in its address adds no header to the next request", async () => {
    const asked: string[] = [];
    const next = await aServer((request, response) => {
      asked.push(...request.rawHeaders);
      response.writeHead(404).end();
    });
    const start = await aServer((_request, response) =>
      response.writeHead(302, { location: `${next}/%00%0d%0ax-evil:%201?\u00e6 \u00ff` }).end(),
    );
    expect(failureOf(await playFrom(start))).toEqual(["UNREACHABLE", "404"]);
    expect(asked.some((text) => /evil/i.test(text))).toBe(false);
  });
});

describe("an answer of a game", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  const drip = (text: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(text), 50);
    socket.on("close", () => clearInterval(timer));
  };

  test.each([
    [
      "whose headers never end",
      (socket: Socket) => {
        socket.write(`${head}x-slow: `);
        drip("x")(socket);
      },
    ],
    [
      "whose body never ends",
      (socket: Socket) => {
        socket.write(`${head}\r\n`);
        drip("x")(socket);
      },
    ],
    ["that promises ten bytes and sends two", (socket: Socket) => void socket.write(`${head}content-length: 10\r\n\r\nxx`)],
  ])("%s is given up as too slow", async (_name, write) => {
    expect(failureOf(await playFrom(await aRawServer(write)))).toEqual(["UNREACHABLE", "too slow"]);
  });

  test("of ten megabytes, and one with 40 kB of headers, is too large", async () => {
    const large = await aServer((_request, response) => response.end(Buffer.alloc(10_000_000)));
    expect(failureOf(await playFrom(large))).toEqual(["UNREACHABLE", "too large"]);
    const cookies = await aRawServer((socket) => void socket.write(head + `set-cookie: a=${"b".repeat(2000)}\r\n`.repeat(20)));
    expect(failureOf(await playFrom(cookies))).toEqual(["UNREACHABLE", "too large"]);
  });

  test("that is compressed is not unpacked", async () => {
    let wished: unknown;
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const start = await aServer((request, response) => {
      wished = request.headers["accept-encoding"];
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/html" }).end(bomb);
    });
    expect(failureOf(await playFrom(start))).toEqual(["UNREACHABLE", "200"]);
    expect(wished).toBe("identity");
  });

  test.each([
    ["no HTTP", (socket: Socket) => void socket.end("SSH-2.0-OpenSSH\r\n")],
    ["a control character in a cookie", (socket: Socket) => void socket.end(`${head}set-cookie: a=\u0001\r\n\r\n`)],
    ["two lengths", (socket: Socket) => void socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`)],
    ["nothing", (socket: Socket) => void socket.end()],
  ])("that is %s is unreachable", async (_name, write) => {
    expect(failureOf(await playFrom(await aRawServer(write)))).toEqual(["UNREACHABLE", "unreachable"]);
  });
});

describe("a request of a game", () => {
  /** A game whose login has these members. Its start sets cookies with odd names and letters. Returns the cookies of each request. */
  async function aGameWith(run: ConformanceRun, more: Record<string, string>): Promise<{ cookies: (string | undefined)[] }> {
    const cookies: (string | undefined)[] = [];
    const game = await aServer((request, response) => {
      const own = `http://${request.headers.host ?? ""}/callback`;
      const { challenge } = aPkcePair();
      const login = new URLSearchParams({ gameId: String(run.gameId), state: "s", clientCode: challenge, callbackUrl: own, ...more });
      cookies.push(request.headers.cookie);
      if (request.url?.startsWith("/callback") === true) response.end();
      else {
        const set = ["own=\u00e6\u00ff; Path=/", "__proto__=x", "constructor=y; HttpOnly"];
        response.writeHead(302, { location: `${run.issuer}/game-login?${login}`, "set-cookie": set }).end();
      }
    });
    await moveGame(bench, { start: `${game}/start`, callback: `${game}/callback` });
    return { cookies };
  }

  test("with a null in its challenge is noted as malformed, and no callback is called", async () => {
    const run = await startRun(bench);
    const { cookies } = await aGameWith(run, { clientCode: "a\u0000b" });
    const played = await play(run);
    expect(played.observations.map(({ kind }) => kind)).toEqual(["AUTHORIZE"]);
    expect([verdictsOf(played).pkce, cookies]).toEqual(["FAILED", [undefined]]);
  });

  test.each([
    // The issuer cuts both at 256 characters, and JavaScript counts an emoji as two.
    ["a challenge that is cut in the middle of an emoji", { clientCode: `${"c".repeat(255)}\u{1f600}` }],
    ["a nonce that is cut in the middle of an emoji", { nonce: `${"n".repeat(255)}\u{1f600}` }],
    ["a state with line breaks and a null", { state: "s\r\nx-evil: 1\u0000" }],
    ["markup and marks that turn the line", { state: "<img src=x onerror=alert(1)>\u202e", ui: "<script>alert(1)</script>" }],
  ])("with %s is played to its callback", async (_name, more) => {
    const run = await startRun(bench);
    const { cookies } = await aGameWith(run, more);
    const played = await play(run);
    expect(played.observations.map(({ kind }) => kind)).toEqual(["AUTHORIZE", "CALLBACK"]);
    expect(cookies).toEqual([undefined, "own=\u00e6\u00ff; __proto__=x; constructor=y"]);
  });
});

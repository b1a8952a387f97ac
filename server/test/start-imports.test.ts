import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** They cost start time and memory, and many processes never need them. `await import()` loads them, or the modules that import them. */
const rarelyUsed = [
  "@simplewebauthn/server",
  "@fastify/swagger",
  "@opentelemetry/api",
  "ajv",
  "nodemailer",
  "prom-client",
  "@zxcvbn-ts/core",
];

test("the modules of the start and a server without routes load no library of rare work", async () => {
  const startPortal = source("start-portal.ts");
  const script = `
    const loaded = [];
    (await import("node:module")).registerHooks({
      load(url, context, next) { loaded.push(url); return next(url, context); },
    });
    await import(${JSON.stringify(startPortal)});
    const { createHttpServer } = await import(${JSON.stringify(source("platform/http/http-server.ts"))});
    const { createLog } = await import(${JSON.stringify(source("platform/log.ts"))});
    await createHttpServer({ isSecure: false, trustedProxies: [] }, createLog("silent", { instance: "test", version: "0" }));
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { maxBuffer: 2 ** 24 });
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain(startPortal);
  expect(loaded.some((url) => url.includes("/node_modules/fastify/"))).toBe(true);
  expect(rarelyUsed.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)))).toEqual([]);
});

const source = (file: string): string => pathToFileURL(path.resolve(import.meta.dirname, "../src", file)).href;

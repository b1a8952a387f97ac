/**
 * The management port: health, version and metrics, for the machines that run the portal and not for its users. It is a server
 * of its own, so that a flood on the public port does not hide what happens.
 */
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BuildInfo } from "#/platform/build-info.ts";
import { isLoopback } from "#/platform/demo-settings.ts";

export interface ManagementNeeds {
  build: BuildInfo;
  health: Health;
  metrics(): Promise<string>;
}

/** Each question returns the reason for a no, and undefined for a yes. */
export interface Health {
  /** Whether migrations are done and the public port is open. */
  whyNotStarted(): string | undefined;
  /** Whether a load balancer may send requests: yes even without a database, because the portal still serves its pages. */
  whyNotReady(): string | undefined;
  whyNoDatabase(): Promise<string | undefined>;
}

export interface Management {
  port: number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Rejects if the port cannot be opened, for example because it is taken. */
export async function openManagementPort(place: { port: number; host: string }, needs: ManagementNeeds): Promise<Management> {
  const isForThisMachine = isLoopback(place.host);
  const server = createServer((request, response) => {
    const isForeign = isForThisMachine && !isLoopback(nameIn(request.headers.host));
    const answer = isForeign ? Promise.resolve(misdirected) : answerTo(request.method ?? "", request.url ?? "", needs);
    void answer.then(({ status, type, body }) => {
      const headers = { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff" };
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
    });
  });
  // A monitor's request is short. Between two requests, up to a minute apart, its connection stays open.
  Object.assign(server, { requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 65_000 });
  await listen(server, place);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The answer to a request for another name. A foreign page may give its own name a loopback address, and so lead a browser of this machine
 * here (DNS rebinding). A port that is open to other machines is known by any name of their network.
 */
const misdirected = asJson(421, { status: "this port is for this machine alone" });

/** "localhost:9464" -> "localhost", "[::1]:9464" -> "[::1]" */
function nameIn(hostHeader = ""): string {
  return hostHeader.replace(/:\d+$/, "");
}

async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function answerTo(method: string, url: string, { build, health, metrics }: ManagementNeeds): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return asJson(405, { status: "only GET and HEAD" });
  const [path] = url.split("?", 1);
  try {
    switch (path) {
      case "/health/live":
        return asJson(200, { status: "alive" });
      case "/health/started":
        return asHealth("started", health.whyNotStarted());
      case "/health/ready":
        return asHealth("ready", health.whyNotStarted() ?? health.whyNotReady());
      case "/health/database":
        return asHealth("reached", await health.whyNoDatabase());
      case "/version":
        return asJson(200, build);
      case "/metrics":
        return { status: 200, type: "text/plain; version=0.0.4; charset=utf-8", body: await metrics() };
      default:
        return asJson(404, {
          status: "not found",
          paths: ["/health/live", "/health/started", "/health/ready", "/health/database", "/version", "/metrics"],
        });
    }
  } catch {
    return asJson(500, { status: "failed" });
  }
}

function asHealth(state: string, reason: string | undefined): Answer {
  return reason === undefined ? asJson(200, { status: state }) : asJson(503, { status: `not ${state}`, reason });
}

function asJson(status: number, body: object): Answer {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

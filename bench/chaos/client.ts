/** A browser or a game at the balancer: https, connections that stay open, and a limit for each answer. */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { publicUrl } from "@storyport/tools/cluster/places";

export interface Answer {
  status: number;
  body: unknown;
  cookies: readonly string[];
}

export interface Question {
  method: "GET" | "POST";
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  cookie?: string;
}

/** Longer than the portal's own limits, so that a late answer of the portal still counts. */
const patienceMs = 15_000;

export class Client {
  readonly #agent: Agent;

  constructor(certificate: string) {
    this.#agent = new Agent({ keepAlive: true, ca: readFileSync(certificate), maxSockets: 200 });
  }

  /** Rejects if the answer does not arrive whole. */
  ask({ method, path, json, form, cookie }: Question): Promise<Answer> {
    const content = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
    const headers = {
      origin: publicUrl,
      // The portal's own pages send JSON, and a game sends forms.
      ...(form === undefined ? { "sec-fetch-site": "same-origin" } : {}),
      ...(cookie === undefined ? {} : { cookie }),
      ...(content === undefined
        ? {}
        : {
            "content-type": json === undefined ? "application/x-www-form-urlencoded" : "application/json",
            "content-length": Buffer.byteLength(content),
          }),
    };
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patienceMs);
      const sent = request(`${publicUrl}/api/auth/${path}`, { agent: this.#agent, method, headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers["content-type"]?.includes("json") === true;
          resolve({
            status: response.statusCode ?? 0,
            body: isJson ? JSON.parse(text) : text,
            cookies: response.headers["set-cookie"] ?? [],
          });
        });
      });
      sent.on("error", reject);
      sent.end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

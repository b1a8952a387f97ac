import { createServer, type ServerResponse } from "node:http";
import { html, page } from "#/page.ts";

/** Handles the callback's parameters, and returns the address of the game. */
export type OnCallback = (parameters: URLSearchParams) => Promise<{ gameUrl: string; hasArrived: boolean }>;

export interface LoopbackListener {
  callbackUrl: string;
  close: () => Promise<void>;
}

const lifeInMilliseconds = 10 * 60 * 1000;

/**
 * The port that a native game opens for one attempt (RFC 8252, 7.3). It listens on 127.0.0.1 only, on any free port. It closes after one
 * request with the right state, or after ten minutes. A request with another state is refused and does not count. So other programs on
 * the machine cannot block the attempt.
 */
export async function openLoopbackListener(state: string, onCallback: OnCallback): Promise<LoopbackListener> {
  const server = createServer((request, response) => {
    const [path, query] = (request.url ?? "").split("?", 2);
    const parameters = new URLSearchParams(query);
    if (request.method !== "GET" || path !== "/callback") return answer(response, { status: 404, sentence: "There is nothing here." });
    if (parameters.get("state") !== state)
      return answer(response, { status: 400, sentence: "The state is not this game's. Nothing was done." });
    server.close();
    void onCallback(parameters).then(({ hasArrived, gameUrl }) => {
      const sentence = hasArrived ? "The game has taken the code. You may close this page." : "The game could not use this code.";
      answer(response, { status: 200, sentence, gameUrl });
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const timer = setTimeout(() => server.close(), lifeInMilliseconds);
  timer.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port.");
  return {
    callbackUrl: `http://127.0.0.1:${address.port}/callback`,
    close: async () => {
      clearTimeout(timer);
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  status: number;
  sentence: string;
  gameUrl?: string;
}

function answer(response: ServerResponse, { status, sentence, gameUrl }: Answer): void {
  const link = gameUrl === undefined ? null : html`<p><a class="button" href="${gameUrl}">See the game</a></p>`;
  const body = html`<div class="card">
    <h1>Game on this computer</h1>
    <p>${sentence}</p>
    ${link}
  </div>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  };
  response.writeHead(status, headers).end(page({ of: "game", title: sentence, body }));
}

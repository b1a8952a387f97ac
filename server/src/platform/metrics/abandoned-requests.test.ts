/** A client that leaves before the answer has ended, such as a proxy that waited for too long, is measured too. */
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { validateAuth } from "@storyport/contract/login";
import { buildMeasuredPortal } from "#test/measured-portal.ts";
import type { MeasuredPortal } from "#test/measured-portal.ts";
import { sendAndLeave, sendRaw } from "#test/raw-http.ts";

let portal: MeasuredPortal;
let port: number;
beforeAll(async () => {
  portal = await buildMeasuredPortal();
  // More than the buffers of a connection hold.
  portal.app.get("/large", async (_request, reply) => reply.send("x".repeat(50_000_000)));
  port = Number(new URL(await portal.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => portal.close());

const requests = () => portal.metric("storyport_http_request_duration_seconds_count");
const heads = "host: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: 100";

test("a request whose client leaves is measured as abandoned", async () => {
  await sendAndLeave(port, `POST /api/auth/pw/login HTTP/1.1\r\n${heads}\r\n\r\n{`);
  await expect.poll(requests).toEqual({ '{endpoint="logInWithPassword",method="POST",status="abandoned"}': 1 });
});

test("a request whose client leaves during the answer is measured as abandoned", async () => {
  const former = await requests();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.once("readable", () => socket.destroy());
  socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
  await expect.poll(requests).toEqual({ ...former, '{endpoint="/large",method="GET",status="abandoned"}': 1 });
});

test("an answered request is measured once, also if its client leaves afterwards", async () => {
  const former = await requests();
  await portal.browser().call(validateAuth);
  await sendRaw(port, `GET ${endpointUrl(validateAuth, {})} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await expect.poll(requests).toEqual({ ...former, '{endpoint="validateAuth",method="GET",status="4xx"}': 2 });
});

import { once } from "node:events";
import { createServer } from "node:net";

import { expect, test } from "vitest";

import { faultOfPort, findFreePorts } from "./ports.ts";

test("a port that another program holds is not free, and is free again after the program ends", async () => {
  const port = await findFreePorts(1);
  const holder = createServer().listen(port, "127.0.0.1");
  await once(holder, "listening");
  expect(await faultOfPort(port)).toBe("EADDRINUSE");
  holder.close();
  await once(holder, "close");
  expect(await faultOfPort(port)).toBeUndefined();
});

test("an address of another machine is a fault of the address", async () => {
  const port = await findFreePorts(1);
  expect(await faultOfPort(port, "203.0.113.5")).toBe("EADDRNOTAVAIL");
  expect(await faultOfPort(port, "a b")).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
});

test("a single free port never lies in a block that was found for later", async () => {
  const [first, ...singles] = [await findFreePorts(18), ...(await Promise.all(Array.from({ length: 100 }, () => findFreePorts(1))))];
  expect(first + 18).toBeLessThan(Math.min(...singles));
});

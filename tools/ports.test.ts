import { once } from "node:events";
import { createServer } from "node:net";

import { expect, test } from "vitest";

import { findFreePorts, isPortFree } from "./ports.ts";

test("a port that another program holds is not free, and is free again after the program ends", async () => {
  const port = await findFreePorts(1);
  const holder = createServer().listen(port, "127.0.0.1");
  await once(holder, "listening");
  expect(await isPortFree(port)).toBe(false);
  holder.close();
  await once(holder, "close");
  expect(await isPortFree(port)).toBe(true);
});

test("a single free port never lies in a block that was found for later", async () => {
  const [first, ...singles] = [await findFreePorts(18), ...(await Promise.all(Array.from({ length: 100 }, () => findFreePorts(1))))];
  expect(first + 18).toBeLessThan(Math.min(...singles));
});

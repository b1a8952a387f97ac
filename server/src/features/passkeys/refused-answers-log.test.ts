import { pino } from "pino";
import { expect, test } from "vitest";
import { addPasskey, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { buildTestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { createPasskey, logInBy, setUpPasskey } from "#test/passkey-device.ts";

test("a refused answer puts at most 200 characters into the reason in the log", async () => {
  const lines: string[] = [];
  const portal = await buildTestPortal({}, { log: pino({}, { write: (line) => void lines.push(line) }) });
  try {
    const browser = await logIn(portal.browser(), (await aTeacher(portal)).account);
    const passkey = await setUpPasskey(browser);
    const origin = `https://${"x".repeat(500)}.example`;
    const { body } = await browser.call(startPasskeyRegistration, { body: {} });
    const { credential } = createPasskey(body, { origin });
    expect((await browser.call(addPasskey, { body: { name: "My laptop", credential } })).status).toBe(401);
    expect((await logInBy(portal.browser(), passkey, { origin })).status).toBe(401);
    const reasons = lines.map((line): unknown => JSON.parse(line)).map((line) => String(Reflect.get(Object(line), "reason") ?? ""));
    const refused = reasons.filter((reason) => reason.includes("origin"));
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason.length).toBeLessThanOrEqual(200);
  } finally {
    await portal.close();
  }
});

/** The portal asks for no statement about a device (WebAuthn Level 3, section 6.5), and follows none that comes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SettingsService } from "@simplewebauthn/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPasskey, listOwnPasskeys, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { createAuthority } from "#test/certificates.ts";
import { createPasskey } from "#test/passkey-device.ts";
import type { Misbehaviour } from "#test/passkey-device.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function addAttested(attestation: NonNullable<Misbehaviour["attestation"]>) {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const { body } = await browser.call(startPasskeyRegistration, { body: {} });
  const { credential } = createPasskey(body, { attestation });
  const answer = await browser.call(addPasskey, { body: { name: "My laptop", credential } });
  return { answer, own: (await browser.call(listOwnPasskeys)).body };
}

const refused = { status: 401, body: { code: "errors.passkeyInvalid" } };

test("a statement with certificates is refused, and no address inside them is called", async () => {
  const calls: string[] = [];
  const inside = createServer(({ url = "" }, response) => {
    calls.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const { port } = inside.address() as AddressInfo;
  const authority = await createAuthority();
  // Stands for the public authorities that the library trusts.
  SettingsService.setRootCertificates({ identifier: "packed", certificates: [authority.ca] });
  try {
    const x5c = [await authority.issueForDevice(`http://127.0.0.1:${port}/inside`)];
    const { answer, own } = await addAttested({ format: "packed", x5c });
    expect(answer).toMatchObject(refused);
    expect(own).toEqual([]);
    expect(calls).toEqual([]);
  } finally {
    SettingsService.setRootCertificates({ identifier: "packed", certificates: [] });
    inside.close();
  }
});

test.each(["android-key", "android-safetynet", "apple", "fido-u2f", "tpm"])("a statement of the format %s is refused", async (format) => {
  expect((await addAttested({ format })).answer).toMatchObject(refused);
});

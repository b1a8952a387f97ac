/** A device with passkeys in tests: an authenticator in software (WebAuthn Level 3), which can also misbehave. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import {
  addPasskey,
  creationOptions,
  listOwnPasskeys,
  logInWithPasskey,
  requestOptions,
  startPasskeyLogin,
  startPasskeyRegistration,
} from "@storyport/contract/passkeys";
import type { Assertion, Passkey, Registration } from "@storyport/contract/passkeys";
import type { Answer, Browser } from "./browser.ts";
import { publicUrl } from "./build-app.ts";

export interface Misbehaviour {
  origin?: string;
  rpId?: string;
  /** False for a device that only felt a touch. */
  isVerified?: boolean;
  type?: string;
  /** A statement about the device, which the portal does not ask for. Its signature is zeros: its certificates are checked first. */
  attestation?: { format: string; x5c?: Buffer[] };
}

export interface TestPasskey {
  id: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

/** `counts`: a security key counts its signatures. A synchronized passkey always sends 0. */
export function createPasskey(
  optionsJson: unknown,
  { counts = true, ...wrong }: Misbehaviour & { counts?: boolean } = {},
): { passkey: TestPasskey; credential: Registration } {
  const { challenge, rp, user } = creationOptions.parse(optionsJson);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const passkey = { id: id.toString("base64url"), userHandle: user.id, privateKey, counter: counts ? 1 : 0 };
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // An elliptic curve key for ES256 on P-256 (RFC 9053, section 7.1).
  const coseKey = cborMap([
    [1, cborInteger(2)],
    [3, cborInteger(-7)],
    [-1, cborInteger(1)],
    [-2, cborBytes(Buffer.from(x, "base64url"))],
    [-3, cborBytes(Buffer.from(y, "base64url"))],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
  const data = authenticatorData({ rpId: rp.id, counter: passkey.counter, flags: flag.attested, ...wrong }, attested);
  const attestationObject = cborMap([
    ["fmt", cborText(wrong.attestation?.format ?? "none")],
    ["attStmt", statement(wrong.attestation)],
    ["authData", cborBytes(data)],
  ]).toString("base64url");
  const clientDataJSON = clientData({ type: "webauthn.create", challenge, ...wrong }).toString("base64url");
  return {
    passkey,
    credential: {
      id: passkey.id,
      rawId: passkey.id,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports: ["internal"] },
    },
  };
}

function statement(attestation: Misbehaviour["attestation"]): Buffer {
  if (attestation === undefined) return cborMap([]);
  const { x5c } = attestation;
  const certificates = x5c && Buffer.concat([cborHead(4, x5c.length), ...x5c.map(cborBytes)]);
  return cborMap([
    ["alg", cborInteger(-7)],
    ["sig", cborBytes(Buffer.alloc(64))],
    ...(certificates === undefined ? [] : [["x5c", certificates] as const]),
  ]);
}

/** Signs a challenge. The counter rises with each signature, unless it is 0. */
export function signWith(passkey: TestPasskey, optionsJson: unknown, wrong: Misbehaviour = {}): Assertion {
  const { challenge, rpId } = requestOptions.parse(optionsJson);
  if (passkey.counter > 0) passkey.counter += 1;
  const data = authenticatorData({ rpId, counter: passkey.counter, flags: 0, ...wrong });
  const client = clientData({ type: "webauthn.get", challenge, ...wrong });
  const signature = sign("sha256", Buffer.concat([data, createHash("sha256").update(client).digest()]), passkey.privateKey);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    response: {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: passkey.userHandle,
    },
  };
}

/** Adds a passkey in a browser that is logged in. */
export async function setUpPasskey(browser: Browser, parts: { name?: string; counts?: boolean } = {}): Promise<TestPasskey> {
  const begun = await browser.call(startPasskeyRegistration, { body: {} });
  if (begun.status !== 200) throw new Error(`Could not begin: ${begun.status} ${begun.text}`);
  const { passkey, credential } = createPasskey(begun.body, parts);
  const added = await browser.call(addPasskey, { body: { name: parts.name ?? "My laptop", credential } });
  if (added.status !== 201) throw new Error(`Could not add: ${added.status} ${added.text}`);
  return passkey;
}

export async function listPasskeysOf(browser: Browser): Promise<Passkey[]> {
  return listOwnPasskeys.response.parse((await browser.call(listOwnPasskeys)).body);
}

/** Logs in by a passkey, as a page does: options first, then the signed answer. */
export async function logInBy(browser: Browser, passkey: TestPasskey, wrong: Misbehaviour = {}): Promise<Answer> {
  const { body } = await browser.call(startPasskeyLogin, { body: {} });
  return browser.call(logInWithPasskey, { body: { credential: signWith(passkey, body, wrong), deviceName: "a test" } });
}

function authenticatorData(
  { rpId, counter, flags, isVerified = true }: { rpId: string; counter: number; flags: number; isVerified?: boolean },
  attested = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(5);
  const kept = counter === 0 ? flag.backupEligible | flag.backedUp : 0;
  head.writeUInt8(flags | kept | flag.present | (isVerified ? flag.verified : 0));
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), head, attested]);
}

function clientData({ type, challenge, origin = publicUrl }: { type: string; challenge: string; origin?: string }): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR (RFC 8949), as far as an authenticator needs it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

function cborMap(entries: readonly (readonly [number | string, Buffer])[]): Buffer {
  const keyOf = (key: number | string) => (typeof key === "number" ? cborInteger(key) : cborText(key));
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [keyOf(key), value])]);
}

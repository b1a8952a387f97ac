/** Answers are validated against the contract (specification, section 5). */
import { listLoginTypes, logInWithPassword } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { createCall } from "./call.ts";
import { createChanges } from "./changes.ts";

const answering = (body: string) => createCall(async () => ({ status: 200, statusText: "OK", retryAfter: null, body }));

test("login types are accepted; enabled and not hidden are the defaults", async () => {
  const body = JSON.stringify([
    { type: "PASSWORD", description: "Password" },
    { type: "QRCODE", description: "Badge", enabled: false, hidden: true },
  ]);
  expect(await answering(body)(listLoginTypes)).toEqual([
    { type: "PASSWORD", description: "Password", enabled: true, hidden: false },
    { type: "QRCODE", description: "Badge", enabled: false, hidden: true },
  ]);
});

test.each([
  ["an unknown type", '[{"type":"MAGIC","description":"Magic"}]'],
  ["a type in small letters", '[{"type":"password","description":"Password"}]'],
  ["no type", '[{"description":"Password"}]'],
  ["no description", '[{"type":"PASSWORD"}]'],
  ["enabled as text", '[{"type":"PASSWORD","description":"Password","enabled":"yes"}]'],
  ["no list", '{"type":"PASSWORD","description":"Password"}'],
  ["a page instead of data", "<html>Welcome to the network</html>"],
  ["nothing", ""],
])("an answer with %s is not accepted as a list of login types", async (_, body) => {
  const error: unknown = await answering(body)(listLoginTypes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ failure: { status: 200, code: "errors.unexpected" } });
});

test("every request but a GET counts as a change, also without an answer", async () => {
  const changes = createChanges();
  let calls = 0;
  const stop = changes.watch(() => void calls++);
  const call = createCall(async () => await Promise.reject(new Error("offline")), changes);
  const credentials = { body: { email: "kari@school.example", password: "long enough", deviceName: "" } };
  await expect(call(listLoginTypes)).rejects.toBeInstanceOf(ApiError);
  expect(calls).toBe(0);
  await expect(call(logInWithPassword, credentials)).rejects.toBeInstanceOf(ApiError);
  expect(calls).toBe(1);
  stop();
  await expect(call(logInWithPassword, credentials)).rejects.toBeInstanceOf(ApiError);
  expect(calls).toBe(1);
});

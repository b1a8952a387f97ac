/** Answers are validated against the contract (specification, section 5). */
import type { Endpoint } from "@storyport/contract/endpoint";
import { listLoginTypes, logInWithPassword } from "@storyport/contract/login";
import { searchUserGroups } from "@storyport/contract/user-groups";
import { getUser } from "@storyport/contract/users";
import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { createCall } from "./call.ts";
import type { Send } from "./call.ts";

/** Each line fails to compile as soon as the web can read a schema: in browsers there is none. */
export const hidden = (endpoint: Endpoint) => [
  // @ts-expect-error -- hidden
  logInWithPassword.body,
  // @ts-expect-error -- hidden
  listLoginTypes.response,
  // @ts-expect-error -- hidden
  getUser.params,
  // @ts-expect-error -- hidden
  searchUserGroups.query,
  // @ts-expect-error -- hidden
  endpoint.response,
];

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

test("every request names the account that the page shows, or 1", async () => {
  const sent: unknown[] = [];
  const send: Send = async ({ headers }) => {
    sent.push(headers["x-storyport"]);
    return { status: 200, statusText: "", retryAfter: null, body: "[]" };
  };
  await createCall(send)(listLoginTypes);
  await createCall(send, undefined, "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01")(listLoginTypes);
  expect(sent).toEqual(["1", "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01"]);
});

test("a POST counts as a write and a GET does not; the write is done only with a successful answer", async () => {
  const answers: (number | undefined)[] = [200, 400, undefined];
  const writes: boolean[] = [];
  const send: Send = async ({ method }) => {
    const status = method === "GET" ? 200 : answers.shift();
    if (status === undefined) throw new Error("offline");
    return { status, statusText: "", retryAfter: null, body: "[]" };
  };
  const call = createCall(send, (isDone) => void writes.push(isDone));
  await call(listLoginTypes);
  expect(writes).toEqual([]);
  const credentials = { body: { email: "kari@school.example", password: "long enough", deviceName: "" } };
  for (const expected of [[true], [true, false], [true, false, false]]) {
    await expect(call(logInWithPassword, credentials)).rejects.toBeInstanceOf(ApiError);
    expect(writes).toEqual(expected);
  }
});

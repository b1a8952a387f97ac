/** What a refused call says: a message alone is enough, and a 401 means that nobody is logged in (specification, sections 2, 7 and 8). */
import { confirmLogin } from "@storyport/contract/confirmations";
import { validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { searchUsers } from "@storyport/contract/users";
import { describe, expect, test } from "vitest";
import { ApiError, isNotLoggedIn, readFailure } from "./api-error.ts";
import { failureText, reasonText, reasonWithStatus } from "./failure-text.ts";

const read = (body: unknown, status = 500) => readFailure(status, "Internal Server Error", body);

describe("a refusal", () => {
  test.each([
    ["a message alone", { message: "Boom" }],
    ["a message and a code that nobody knows", { message: "Boom", code: "BOOM" }],
    ["a message and members of other types", { message: "Boom", code: 7, requestId: null, errors: "none" }],
  ])("with %s is shown by its message", (_, body) => {
    const failure = read(body);
    expect(failureText(failure)).toBe("Boom");
    expect(reasonText(failure)).toBe("Boom");
    expect(reasonWithStatus(failure)).toBe("500 Boom");
  });

  test("with a known code is shown by the code, also without a request id", () => {
    const failure = read({ message: "Boom", code: "errors.busy" });
    expect(failureText(failure)).toBe("The service is busy. Try again in a few seconds.");
    expect(failure.requestId).toBeUndefined();
  });

  test("keeps the listed items that have a message, each with its field and code if they are texts", () => {
    const errors = [
      { message: "First", field: "name", code: "errors.x" },
      { message: "Second", field: 3 },
      "Third",
      null,
      { code: "errors.y" },
    ];
    expect(read({ message: "Boom", errors }).errors).toEqual([
      { message: "First", field: "name", code: "errors.x" },
      { message: "Second" },
    ]);
  });

  test("with a list of messages alone is shown by these", () => {
    expect(failureText(read({ errors: [{ message: "First." }, { message: "Second." }] }))).toBe("First. Second.");
  });

  test.each([undefined, null, "text", 7, [], {}, { message: "" }, { message: 7 }, { errors: [] }, { code: "errors.busy" }])(
    "without a message is not ours: %j",
    (body) => {
      const failure = read(body);
      expect(failure.code).toBe("errors.unexpected");
      expect(reasonText(failure)).toBe("500 Internal Server Error");
    },
  );
});

describe("a 401", () => {
  const refused = (body: unknown, status = 401) => new ApiError(readFailure(status, "", body));
  const bodies = [
    undefined,
    {},
    { message: "x" },
    { message: "x", code: "errors.notLoggedIn" },
    { message: "x", code: "errors.passwordWrong" },
  ];

  test.each(bodies)("means that nobody is logged in, with any body: %j", (body) => {
    expect(isNotLoggedIn(refused(body), validateAuth)).toBe(true);
    expect(isNotLoggedIn(refused(body), searchUsers)).toBe(true);
  });

  test.each(bodies)("of a call that checks a password means it only by the code: %j", (body) => {
    const isOver = typeof body === "object" && "code" in body && body.code === "errors.notLoggedIn";
    expect(isNotLoggedIn(refused(body), confirmLogin)).toBe(isOver);
  });

  test("is the only status that means it", () => {
    for (const status of [400, 403, 404, 500]) {
      expect(isNotLoggedIn(refused({ message: "x", code: "errors.notLoggedIn" }, status), setPassword)).toBe(false);
    }
    expect(isNotLoggedIn(new Error("x"), searchUsers)).toBe(false);
  });
});

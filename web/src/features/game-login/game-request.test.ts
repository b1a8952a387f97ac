import { readGameRequest } from "@storyport/contract/game-request";
import { limits } from "@storyport/contract/limits";
import { describe, expect, test } from "vitest";
import { completeRequest, isSameRequest, readGameLoginSearch } from "./game-request.ts";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };

describe("the request in an address", () => {
  test.each([
    ["the specification's names", { ...request, scope: "PLAYER" }, { ...request, scope: "PLAYER" }],
    [
      "the standard names",
      { client_id: "1", state: "s", code_challenge: "c", code_challenge_method: "S256", redirect_uri: "https://game.test/cb" },
      request,
    ],
    ["a challenge that is not S256 is dropped", { client_id: "1", code_challenge: "c", code_challenge_method: "plain" }, { gameId: "1" }],
    [
      "a request for anything but a code has no clientCode",
      { client_id: "1", code_challenge: "c", response_type: "token" },
      { gameId: "1" },
    ],
    [
      "parameters without a value count as left out",
      { client_id: "1", code_challenge: "c", code_challenge_method: "", response_type: "" },
      { gameId: "1", clientCode: "c" },
    ],
    [
      "two values under the two names of one member are dropped",
      { ...request, client_id: "4", redirect_uri: "https://x.test/" },
      { state: "s", clientCode: "c" },
    ],
    ["the same value under both names counts", { ...request, client_id: "1", code_challenge: "c" }, request],
    ["digits stay text", { gameId: "1", state: "123" }, { gameId: "1", state: "123" }],
    ["unknown members are dropped", { gameId: "1", evil: "x", postLoginPage: "/logout", loginType: "FEIDE" }, { gameId: "1" }],
    [
      "too long is dropped, never cut",
      { gameId: "1", state: "x".repeat(limits.state.max + 1), callbackUrl: `https://g.test/${"x".repeat(limits.callbackUrl.max)}` },
      { gameId: "1" },
    ],
    ["values of another type are dropped", { gameId: 1, state: ["a"], clientCode: { a: 1 }, callbackUrl: null }, {}],
    ["an organization that is no uuid is dropped", { orgId: "1' or 1=1" }, {}],
    ["a malformed gameId is dropped", { gameId: "<script>" }, {}],
  ])("%s", (_, search, expected) => expect(readGameRequest(search)).toEqual(expected));

  test("an attempt is a short word", () => {
    expect(readGameLoginSearch({ gameId: "1", attempt: "mwpj" })).toEqual({ gameId: "1", attempt: "mwpj" });
    expect(readGameLoginSearch({ gameId: "1", attempt: "x".repeat(37) })).toEqual({ gameId: "1" });
  });
});

describe("the values that the hand-over needs (specification, section 8)", () => {
  test.each(["state", "clientCode", "callbackUrl"] as const)("without %s: missing required values", (member) =>
    expect(completeRequest({ ...request, [member]: undefined }, 1)).toBe("gameLogin.missingValues"),
  );
  test("without a gameId: missing gameId, unless this tab has a current game", () => {
    const { gameId: _gameId, ...rest } = request;
    expect(completeRequest(rest, undefined)).toBe("gameLogin.missingGameId");
    expect(completeRequest(rest, 4)).toEqual({ ...request, gameId: "4" });
  });
  test("with all values: the request", () => expect(completeRequest(request, 4)).toEqual(request));
});

test("another attempt, state or game is another request", () => {
  expect(isSameRequest(request, { ...request, attempt: undefined })).toBe(true);
  expect(isSameRequest(request, { ...request, attempt: "2" })).toBe(false);
  expect(isSameRequest(request, { ...request, state: "t" })).toBe(false);
  expect(isSameRequest(request, { ...request, gameId: `${request.gameId}0` })).toBe(false);
});

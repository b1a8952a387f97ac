import { expect, test, vi } from "vitest";
import { noBadgeCode, takeBadgeCode } from "./badge-code.ts";

function take(href: string) {
  const replaceState = vi.fn<History["replaceState"]>();
  const code = takeBadgeCode({ href }, { state: { key: 1 }, replaceState });
  return { code, replaceState };
}

test("the code leaves the address, all other parameters stay", () => {
  const { code, replaceState } = take("http://localhost/login/qr?gameId=1&code=abc-DEF_1&state=123");
  expect(code.read()).toBe("abc-DEF_1");
  expect(replaceState.mock.calls).toEqual([[{ key: 1 }, "", "/login/qr?gameId=1&state=123"]]);
  code.forget();
  expect(code.read()).toBeUndefined();
});

test("the code leaves an address in other case too, which the server serves as well", () => {
  const { code, replaceState } = take("http://localhost/LOGIN/Qr/?code=abc");
  expect(code.read()).toBe("abc");
  expect(replaceState.mock.calls).toEqual([[{ key: 1 }, "", "/LOGIN/Qr/"]]);
});

test.each(["http://localhost/login/qr", "http://localhost/account/set-password?code=abc", "http://localhost/login?code=abc"])(
  "nothing is taken from %s",
  (href) => {
    const { code, replaceState } = take(href);
    expect(code.read()).toBeUndefined();
    expect(replaceState).not.toHaveBeenCalled();
  },
);

test("the server has none", () => {
  expect(noBadgeCode.read()).toBeUndefined();
});

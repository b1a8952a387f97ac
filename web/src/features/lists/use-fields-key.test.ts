// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFieldsKey } from "./use-fields-key.ts";

afterEach(cleanup);

function fieldsAt(first: string) {
  const { result, rerender } = renderHook(({ address }) => useFieldsKey(address), { initialProps: { address: first } });
  return {
    /** How often the fields were reset to the address. */
    fieldsKey: () => result.current.fieldsKey,
    press: (text: string) => act(() => result.current.sends(text)),
    arrive: (address: string) => rerender({ address }),
  };
}

test("a search from the fields themselves does not reset them", () => {
  const fields = fieldsAt("");
  fields.press("w");
  fields.arrive("w");
  expect(fields.fieldsKey()).toBe(0);
});

test("two pending searches do not remove later input", () => {
  const fields = fieldsAt("");
  fields.press("w");
  fields.press("x");
  fields.arrive("w");
  fields.arrive("x");
  expect(fields.fieldsKey()).toBe(0);
});

test("Back drops pending searches", () => {
  const fields = fieldsAt("v");
  fields.press("w");
  fields.arrive("u");
  fields.arrive("w");
  expect(fields.fieldsKey()).toBe(2);
});

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

test("what the fields sent themselves leaves them as they are", () => {
  const fields = fieldsAt("");
  fields.press("w");
  fields.arrive("w");
  expect(fields.fieldsKey()).toBe(0);
});

test("of two that are on their way neither takes what was typed since", () => {
  const fields = fieldsAt("");
  fields.press("w");
  fields.press("x");
  fields.arrive("w");
  fields.arrive("x");
  expect(fields.fieldsKey()).toBe(0);
});

test("a search pressed a second time does not keep the fields from following Back and Forward", () => {
  const fields = fieldsAt("");
  fields.press("w");
  fields.arrive("w");
  fields.press("x");
  fields.arrive("x");
  fields.press("x");
  fields.arrive("w");
  expect(fields.fieldsKey()).toBe(1);
  fields.arrive("x");
  expect(fields.fieldsKey()).toBe(2);
});

test("what was on its way when somebody went Back is forgotten", () => {
  const fields = fieldsAt("v");
  fields.press("w");
  fields.arrive("u");
  fields.arrive("w");
  expect(fields.fieldsKey()).toBe(2);
});

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { onTestFinished, expect, test, vi } from "vitest";
import { Combobox } from "./combobox.tsx";
import type { SelectOption } from "./select.tsx";

const schools: SelectOption[] = ["Fjord", "Fjell", "Skog"].map((label) => ({ value: label.toLowerCase(), label }));

async function open(chosen = "") {
  const typed = vi.fn<(text: string) => void>();
  function Page() {
    const [value, setValue] = useState(chosen);
    const [text, setText] = useState("");
    const options = schools.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    return (
      <form aria-label="form">
        <Combobox
          label="School"
          listLabel="Schools"
          name="school"
          value={value}
          chosenText={schools.find((school) => school.value === value)?.label ?? ""}
          options={options}
          isWaiting={false}
          status={`Found: ${options.length}`}
          unchosenText="Choose one."
          onType={(now) => {
            typed(now);
            setText(now);
          }}
          onChange={setValue}
        />
      </form>
    );
  }
  render(<Page />);
  onTestFinished(cleanup);
  await act(async () => undefined);
  const field = screen.getByRole<HTMLInputElement>("combobox");
  const type = (text: string) => act(async () => void fireEvent.input(field, { target: { value: text }, inputType: "insertText" }));
  const press = (key: string) => act(async () => void fireEvent.keyDown(field, { key }));
  const leave = () => act(async () => void fireEvent.blur(field));
  const value = () => document.querySelector<HTMLInputElement>("[name=school]")?.value;
  return { field, type, press, leave, value, typed };
}

test("a text without a choice is not accepted: the field stays, says so, and the form is invalid", async () => {
  const { field, type, leave, value } = await open();
  await type("Nowhere");
  await leave();
  expect(field.value).toBe("Nowhere");
  expect(screen.getByText("Choose one.")).toBeDefined();
  expect(field.checkValidity()).toBe(false);
  expect(value()).toBe("");
});

test("leaving the field with a name that fits is a choice, in any case", async () => {
  const { field, type, leave, value } = await open();
  await type("fjell");
  await leave();
  expect([field.value, value()]).toEqual(["Fjell", "fjell"]);
  expect(field.checkValidity()).toBe(true);
});

test("the choice stays when another text is typed and left, or taken back with Escape", async () => {
  const { field, type, press, leave, value } = await open("skog");
  await type("nothing like it");
  await press("Escape");
  await press("Escape");
  expect([field.value, value()]).toEqual(["Skog", "skog"]);
  await type("fj");
  await leave();
  expect([field.value, value()]).toEqual(["Skog", "skog"]);
});

test("an emptied field has no choice", async () => {
  const { field, type, leave, value } = await open("skog");
  await type("");
  await leave();
  expect([field.value, value()]).toEqual(["", ""]);
});

test("the number of results is announced while the user types, and the page around the list stays readable", async () => {
  const { type } = await open();
  await type("fj");
  expect(screen.getByRole("status").textContent).toBe("Found: 2");
  expect(screen.getByRole("listbox", { name: "Schools" })).toBeDefined();
  expect(document.querySelectorAll("[aria-hidden=true] [role=status]")).toHaveLength(0);
});

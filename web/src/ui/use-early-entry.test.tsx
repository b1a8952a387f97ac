// @vitest-environment happy-dom
/** Input before hydration counts as entered after it (DESIGN 8.10). */
import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useEarlyEntry } from "./use-early-entry.ts";

function Form({ report }: { report: (values: object) => void }) {
  const [name, setName] = useState("Kari");
  const [isOn, setOn] = useState(false);
  report({ name, isOn });
  return (
    <>
      <input ref={useEarlyEntry<HTMLInputElement>()} name="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <input
        ref={useEarlyEntry<HTMLInputElement>()}
        type="checkbox"
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </>
  );
}

async function hydrate(early: (page: HTMLElement) => void) {
  let values = {};
  const report = (now: object) => void (values = now);
  const page = document.createElement("div");
  document.body.append(page);
  page.innerHTML = renderToString(<Form report={report} />);
  early(page);
  await act(async () => hydrateRoot(page, <Form report={report} />));
  return values;
}

const field = (page: HTMLElement, selector: string) => page.querySelector<HTMLInputElement>(selector) ?? expect.fail("no field");

test("what was typed and ticked before the script ran is the form's state after it", async () => {
  const values = await hydrate((page) => {
    field(page, "[name=name]").value = "Kari N";
    field(page, "[type=checkbox]").checked = true;
  });
  expect(values).toEqual({ name: "Kari N", isOn: true });
});

test("an untouched form keeps what the server drew", async () => {
  expect(await hydrate(() => undefined)).toEqual({ name: "Kari", isOn: false });
});

// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OrganizationPicker } from "./organization-picker.tsx";

// As in a browser for which the chunk is gone or cut.
vi.mock("#/ui/combobox.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const schools = [
  { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
  { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a103", organization_key: "Havskolen" },
];

/** A form of a user with more organizations than a select offers. */
function Form() {
  const [school, setSchool] = useState("");
  return (
    <>
      <input aria-label="Name" />
      <OrganizationPicker label="School" placeholder="Choose" value={school} onChange={setSchool} name="school" />
    </>
  );
}

async function openForm() {
  await showLoggedIn(<Form />, ({ url }) => {
    const text = new URL(url, "https://portal.example").searchParams.get("query")?.toLowerCase() ?? "";
    const results = schools.filter((school) => school.organization_key.toLowerCase().includes(text) || school.id === text);
    return answered({ results, page: { entityCount: 25, entityOffset: 0, entityLimit: 20 } });
  });
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "typed" } });
  const field = await screen.findByLabelText<HTMLSelectElement>("School");
  const search = screen.getByLabelText("Search organizations");
  const choose = (id: string | undefined) => fireEvent.change(field, { target: { value: id } });
  return { field, search, choose, type: (text: string) => fireEvent.change(search, { target: { value: text } }) };
}

const optionTexts = (field: HTMLSelectElement) => [...field.options].map(({ text }) => text);

test("without the script of the field for many, the form stays, and a search and a select find and choose an organization", async () => {
  const { field, type, choose } = await openForm();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("typed");
  await expect.poll(() => optionTexts(field)).toEqual(["Choose", "Fjordskolen", "Havskolen"]);
  type("fj");
  await expect.poll(() => optionTexts(field)).toEqual(["Choose", "Fjordskolen"]);
  choose(schools[0]?.id);
  expect(field.value).toBe(schools[0]?.id);
  type("hav");
  await expect.poll(() => optionTexts(field)).toEqual(["Choose", "Fjordskolen", "Havskolen"]);
  expect(field.value).toBe(schools[0]?.id);
});

test("without the script, text that was typed without a choice is no choice, and Enter sends no form", async () => {
  const { field, search, type, choose } = await openForm();
  expect(field.required).toBe(false);
  type("fj");
  expect(field.required).toBe(true);
  expect(screen.getByText("Choose one from the list.")).toBeDefined();
  expect(fireEvent.keyDown(search, { key: "Enter" })).toBe(false);
  choose(schools[0]?.id);
  expect(field.required).toBe(false);
  expect(screen.queryByText("Choose one from the list.")).toBeNull();
});

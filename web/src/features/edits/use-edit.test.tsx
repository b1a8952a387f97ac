// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { SaveEdit } from "./save-edit.tsx";
import { useEdit } from "./use-edit.ts";

interface Group {
  version: number;
  name: string;
  note: string;
}
type Body = Partial<Omit<Group, "version">> & { version: number };

const valuesOf = ({ version, name, note }: Group) => ({ version: String(version), name, note });
const field = (name: string) => screen.getByLabelText(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** A form over a group. The test decides when its saves end. */
async function open(first: Group) {
  const sent: { body: Body; answer: (group: Group) => Promise<void> }[] = [];
  const answers: ((group: Group | undefined) => Promise<void>)[] = [];
  function GroupForm() {
    const [group, setGroup] = useState(first);
    const edit = useEdit({
      name: "edit-group",
      thing: group,
      answer: {
        show: setGroup,
        ask: () => new Promise<Group | undefined>((resolve) => answers.push((fresh) => act(async () => resolve(fresh)))),
      },
      valuesOf,
      changeOf: ({ values, isTouched }) => {
        const change = { ...(isTouched("name") && { name: values.name }), ...(isTouched("note") && { note: values.note }) };
        return Object.keys(change).length === 0 ? undefined : change;
      },
      send: (body: Body) => new Promise<Group>((resolve) => sent.push({ body, answer: (fresh) => act(async () => resolve(fresh)) })),
    });
    const { values, change } = edit.form;
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <input aria-label="name" value={values.name} onChange={(event) => change({ name: event.currentTarget.value })} />
        <input aria-label="note" value={values.note} onChange={(event) => change({ note: event.currentTarget.value })} />
        <SaveEdit edit={edit} text={({ code }) => code} />
        <button type="button" onClick={() => void edit.lookAgain()}>
          Look again
        </button>
      </form>
    );
  }
  await showLoggedIn(<GroupForm />);
  return { sent, answers };
}

beforeEach(() => sessionStorage.clear());

test("input during a save stays, is marked as not saved, and goes with the next save", async () => {
  const { sent } = await open({ version: 1, name: "2A", note: "" });
  type("name", "2B");
  press("Save");
  type("name", "2B north");
  type("note", "Mondays");
  await sent[0]?.answer({ version: 2, name: "2B", note: "" });
  expect(field("name")).toHaveProperty("value", "2B north");
  expect(field("note")).toHaveProperty("value", "Mondays");
  expect(screen.getByRole("status").textContent).toContain("What you typed since then is not saved yet");
  press("Save");
  expect(sent[1]?.body).toEqual({ version: 2, name: "2B north", note: "Mondays" });
  await sent[1]?.answer({ version: 3, name: "2B north", note: "Mondays" });
  expect(screen.getByRole("status").textContent).toBe("Saved.");
});

test("a saved field that is not touched again shows the server's value", async () => {
  const { sent } = await open({ version: 1, name: "2A", note: "" });
  type("name", " 2B ");
  press("Save");
  await sent[0]?.answer({ version: 2, name: "2B", note: "by somebody else" });
  expect(field("name")).toHaveProperty("value", "2B");
  expect(field("note")).toHaveProperty("value", "by somebody else");
});

test("a second press after a save leaves the notice that it is saved; a press without a change says that there is none", async () => {
  const { sent } = await open({ version: 1, name: "2A", note: "" });
  press("Save");
  expect(screen.getByRole("status").textContent).toBe("Nothing was changed, so there is nothing to save.");
  type("name", "2B");
  press("Save");
  await sent[0]?.answer({ version: 2, name: "2B", note: "" });
  press("Save");
  expect(screen.getByRole("status").textContent).toBe("Saved.");
  expect(sent).toHaveLength(1);
});

test("input during 'Look again' stays", async () => {
  const { answers } = await open({ version: 1, name: "2A", note: "" });
  press("Look again");
  type("note", "Mondays");
  await answers[0]?.({ version: 2, name: "2C", note: "" });
  expect(field("name")).toHaveProperty("value", "2C");
  expect(field("note")).toHaveProperty("value", "Mondays");
});

test("a thing that has left its list is refused as not found, and the draft stays", async () => {
  const { answers } = await open({ version: 1, name: "2A", note: "" });
  type("name", "2B");
  press("Look again");
  await answers[0]?.(undefined);
  expect(screen.getByRole("alert").textContent).toBe("errors.notFound");
  expect(field("name")).toHaveProperty("value", "2B");
});

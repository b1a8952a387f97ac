// @vitest-environment happy-dom
/** Files that become lines of the box, and those that no browser reads. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { MemberLinesField } from "./member-lines-field.tsx";

afterEach(cleanup);

/** A dropped folder, or a file that is gone. */
class UnreadableFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException("This cannot be read.", "NotReadableError"));
  }
}

class SlowFile extends File {
  readonly #bytes: Promise<ArrayBuffer>;
  constructor(bytes: Promise<ArrayBuffer>) {
    super([], "people.csv");
    this.#bytes = bytes;
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes;
  }
}

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;

function Field() {
  const [value, setValue] = useState("ola@school.example");
  const latest = useRef(value);
  const change = (text: string) => {
    latest.current = text;
    setValue(text);
  };
  return <MemberLinesField value={value} count={1} error={undefined} now={() => latest.current} onChange={change} />;
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const give = async (file: File) => await act(async () => void fireEvent.drop(box(), { dataTransfer: { files: [file] } }));

test("a dropped folder is refused in words and leaves the box as it is; the next file is read", async () => {
  render(<Field />);
  await give(new UnreadableFile([], "2A"));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("This file cannot be read."));
  expect(box().value).toBe("ola@school.example");
  await give(new File(["kari@school.example"], "people.csv"));
  await waitFor(() => expect(box().value).toBe("ola@school.example\nkari@school.example"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a chosen file that was deleted since is refused in words", async () => {
  render(<Field />);
  const field = document.querySelector("input[type=file]");
  await act(async () => void (field !== null && fireEvent.change(field, { target: { files: [new UnreadableFile([], "gone.csv")] } })));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("This file cannot be read."));
});

test("text that is typed while a file is read stays, and so does a second file", async () => {
  render(<Field />);
  const [first, second] = [Promise.withResolvers<ArrayBuffer>(), Promise.withResolvers<ArrayBuffer>()];
  await give(new SlowFile(first.promise));
  await give(new SlowFile(second.promise));
  fireEvent.change(box(), { target: { value: "ola@school.example\ntyped@school.example" } });
  first.resolve(bytesOf("first@school.example"));
  second.resolve(bytesOf("second@school.example"));
  const all = ["ola", "typed", "first", "second"].map((name) => `${name}@school.example`);
  await waitFor(() => expect(box().value.split("\n")).toEqual(all));
});

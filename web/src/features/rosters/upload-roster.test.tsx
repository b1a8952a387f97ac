// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UploadRoster } from "./upload-roster.tsx";

class DeletedFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException("The file is gone.", "NotFoundError"));
  }
}

async function choose(file: File): Promise<string | null> {
  await showLoggedIn(<UploadRoster organizationId="0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100" />);
  await act(async () => void fireEvent.change(screen.getByLabelText(/OneRoster/), { target: { files: [file] } }));
  return (await screen.findByRole("alert")).textContent;
}

test("a file of another kind is refused with the one kind that the lists of a school take", async () => {
  const file = new File(["name\nNora"], "class.csv", { type: "text/csv" });
  expect(await choose(file)).toBe(
    "This file is not a OneRoster export with students, or it is damaged. Choose a .zip file of OneRoster 1.1 or 1.2.",
  );
});

test("a spreadsheet, which is a zip file too, gets the same advice, and not that of a page with a field for names", async () => {
  const workbook = zipSync({ "xl/workbook.xml": strToU8("<x/>") });
  expect(await choose(new File([new Uint8Array(workbook)], "class.xlsx"))).toMatch(/^This file is not a OneRoster export/);
});

test("a file that is too large gets no advice to paste names", async () => {
  expect(await choose(new File([new Uint8Array(5_000_001)], "school.zip"))).toBe(
    "This file is larger than 5 MB. Choose a .zip file with the list of your school alone.",
  );
});

test("each file that is too large says so with the focus, also right after another", async () => {
  await showLoggedIn(<UploadRoster organizationId="0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100" />);
  const tooLarge = new File([new Uint8Array(5_000_001)], "school.zip");
  const chooseIt = async () => {
    const field = screen.getByLabelText<HTMLInputElement>(/OneRoster/);
    field.focus();
    await act(async () => void fireEvent.change(field, { target: { files: [tooLarge] } }));
    expect(document.activeElement).toBe(screen.getByRole("alert"));
  };
  await chooseIt();
  await chooseIt();
});

test("a list with too many classes or teachers, which only the server counts, is refused in words", async () => {
  const tables = {
    "orgs.csv": "sourcedId,name,type\ns,School,school",
    "users.csv": "sourcedId,givenName,familyName,role\nn,Nora,Lie,student",
    "classes.csv": "sourcedId,title\nc,2A",
    "enrollments.csv": "sourcedId,classSourcedId,userSourcedId,role\ne,c,n,student",
  };
  const file = new File(
    [new Uint8Array(zipSync(Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, strToU8(rows)]))))],
    "x.zip",
  );
  await showLoggedIn(<UploadRoster organizationId="0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100" />, () =>
    answered({ message: "Invalid input: classes: Too big", code: "errors.invalidInput", requestId: "r" }, 400),
  );
  await act(async () => void fireEvent.change(screen.getByLabelText(/OneRoster/), { target: { files: [file] } }));
  expect((await screen.findByRole("alert")).textContent).toBe(m["rosters.uploadFailed"]({ reason: m["rosters.tooManyClasses"]() }));
});

test("a file that was deleted since it was chosen is refused in words, and another one may be chosen", async () => {
  await showLoggedIn(<UploadRoster organizationId="0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100" />);
  const field = screen.getByLabelText<HTMLInputElement>(/OneRoster/);
  await act(async () => void fireEvent.change(field, { target: { files: [new DeletedFile([], "roster.zip")] } }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("OneRoster"));
  await waitFor(() => expect(field.disabled).toBe(false));
});

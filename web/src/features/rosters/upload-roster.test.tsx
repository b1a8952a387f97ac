// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UploadRoster } from "./upload-roster.tsx";

class DeletedFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException("The file is gone.", "NotFoundError"));
  }
}

test("a file that was deleted since it was chosen is refused in words, and another one may be chosen", async () => {
  await showLoggedIn(<UploadRoster organizationId="0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100" />);
  const field = screen.getByLabelText<HTMLInputElement>(/OneRoster/);
  await act(async () => void fireEvent.change(field, { target: { files: [new DeletedFile([], "roster.zip")] } }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("OneRoster"));
  await waitFor(() => expect(field.disabled).toBe(false));
});

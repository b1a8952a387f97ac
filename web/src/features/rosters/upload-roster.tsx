import { checkRoster } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { limitsOfLists } from "#/features/class-imports/list-problem.ts";
import type { ListProblem } from "#/features/class-imports/list-problem.ts";
import { problemText } from "#/features/class-imports/problem-text.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { rosterRefusals } from "./roster-texts.ts";

/** Takes a OneRoster file, compares it with the classes, and opens the changes. */
export function UploadRoster({ organizationId }: { organizationId: string }) {
  const { call } = usePortal();
  const navigate = useNavigate();
  const check = useAction();
  const [problem, setProblem] = useState<ListProblem>();
  const handleFile = async (file: File) => {
    setProblem(undefined);
    if (file.size > limitsOfLists.bytes) return setProblem({ is: "tooLarge" });
    const content = await file.arrayBuffer().catch(() => undefined);
    // A browser cannot read a file that was moved since it was chosen, or a folder.
    if (content === undefined) return setProblem({ is: "notOneRoster" });
    // A new release or a broken connection takes the script away.
    const reader = await import("./read-roster.ts").catch(() => undefined);
    const read = reader?.readRoster(new Uint8Array(content)) ?? ({ is: "notLoaded" } as const);
    if ("is" in read) return setProblem(read);
    const { id } = await call(checkRoster, { body: { organizationId, ...read } });
    await navigate({ to: "/rosters/runs/$runId", params: { runId: id } });
  };
  return (
    <Stack as="section">
      <h2>{m["rosters.upload"]()}</h2>
      <TextField
        type="file"
        accept=".zip,application/zip"
        label={m["rosters.file"]()}
        hint={m["rosters.fileHint"]()}
        disabled={check.isBusy}
        onChange={({ currentTarget: input }) => {
          const [file] = input.files ?? [];
          // The same file may be chosen again after it was corrected.
          if (file !== undefined) void check.act(() => handleFile(file)).then(() => (input.value = ""));
        }}
      />
      {check.isBusy && <Pending>{m["rosters.comparing"]()}</Pending>}
      {problem !== undefined && (
        <Notice tone="error" takesFocus={problem}>
          {rosterProblemText(problem)}
        </Notice>
      )}
      {check.failure !== undefined && (
        <FailureNotice takesFocus={check.failure}>
          {m["rosters.uploadFailed"]({ reason: reasonText(check.failure, uploadRefusals) })}
        </FailureNotice>
      )}
    </Stack>
  );
}

/** The browser counts the students. The server also counts the classes, and the teachers of each class. */
const uploadRefusals = { ...rosterRefusals, "errors.invalidInput": () => m["rosters.tooManyClasses"]() };

/** Says why a school's list cannot be read. The general texts speak of pasted names, and this page takes OneRoster exports alone. */
function rosterProblemText(problem: ListProblem): string {
  switch (problem.is) {
    case "tooManyRows":
      return m["rosters.tooManyStudents"]();
    case "tooLarge":
      return m["rosters.tooLarge"]();
    case "notOneRoster":
    case "spreadsheet":
      return m["rosters.notOneRoster"]();
    default:
      return problemText(problem);
  }
}

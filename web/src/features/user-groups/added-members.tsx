import type { ResponseOf } from "@storyport/contract/endpoint";
import type { addGroupMembers } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Breakable } from "#/ui/breakable.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { userGroupTexts } from "./user-group-words.ts";

type Result = ResponseOf<typeof addGroupMembers>;
type Outcome = Result["added"][number]["outcome"];

const outcomeWords: Record<Outcome, () => string> = {
  ADDED: () => m["userGroups.outcomeADDED"](),
  INVITED: () => m["userGroups.outcomeINVITED"](),
  ALREADY_MEMBER: () => m["userGroups.outcomeALREADY_MEMBER"](),
};

/** The result of each line. Bad lines come first, with their former line numbers. */
export function AddedMembers({ result: { added, errors } }: { result: Result }) {
  const count = (outcome: Outcome) => added.filter((line) => line.outcome === outcome).length;
  const rows = [
    ...errors.map(({ line, user, code, error }) => ({ line, user, result: wordsOf(code) ?? error })),
    ...added.map(({ line, user, outcome }) => ({ line, user, result: outcomeWords[outcome]() })),
  ];
  return (
    <>
      <Notice takesFocus={added} tone={errors.length === 0 ? "success" : "error"}>
        <p>
          {m["userGroups.addedCounts"]({
            added: count("ADDED"),
            invited: count("INVITED"),
            already: count("ALREADY_MEMBER"),
            failed: errors.length,
          })}
        </p>
        {errors.length > 0 && <p>{m["userGroups.linesKept"]()}</p>}
      </Notice>
      <DataTable
        caption={m["userGroups.resultCaption"]()}
        rows={rows}
        rowKey={(_, place) => place}
        columns={[
          { key: "line", header: m["userGroups.line"](), compact: true, renderCell: ({ line }) => line },
          {
            key: "user",
            header: m["userGroups.who"](),
            rowHeader: true,
            renderCell: ({ user }) => (
              <bdi>
                <Breakable text={user} />
              </bdi>
            ),
          },
          { key: "result", header: m["userGroups.result"](), renderCell: ({ result }) => result },
        ]}
      />
    </>
  );
}

function wordsOf(code: string): string | undefined {
  return Object.hasOwn(userGroupTexts, code) ? userGroupTexts[code]?.() : undefined;
}

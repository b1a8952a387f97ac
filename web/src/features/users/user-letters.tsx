import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { ExactDate, exactDate } from "#/shell/exact-date.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { letterName } from "./letter-name.ts";

type Letter = UserDetails["letters"][number];

/** The newest letters to an account and their state, without their content. Without letters that the user may see it renders nothing. */
export function UserLetters({ letters }: { letters: readonly Letter[] }) {
  if (letters.length === 0) return null;
  return (
    <DataTable
      caption={m["users.letters"]()}
      rows={letters}
      // Two letters may have the same kind and time.
      rowKey={(_, place) => place}
      columns={[
        { key: "letter", header: m["users.letter"](), rowHeader: true, renderCell: ({ letter }) => letterName(letter) },
        { key: "written", header: m["users.written"](), compact: true, renderCell: ({ writtenAt }) => <ExactDate at={writtenAt} /> },
        { key: "delivery", header: m["users.delivery"](), renderCell: delivery },
      ]}
    />
  );
}

function delivery({ state, sentAt, attempts }: Letter): string {
  if (sentAt !== null) return m["users.letterSent"]({ at: exactDate(new Date(sentAt)) });
  return state === "WAITING" ? m["users.letterWaiting"]({ attempts }) : m["users.letterAbandoned"]({ attempts });
}

import type { LoginAttempt, LoginCheck } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { eventText } from "#/features/history/event-texts.ts";
import { reasonText } from "#/features/history/reason-texts.ts";
import { ExactDate } from "#/shell/exact-date.tsx";
import { DataTable } from "#/ui/data-table.tsx";

/** The last attempts to log in or to open a game. A builder of the game finds a refused hand-over by its request number. */
export function AttemptTable({ check: { attempts, games } }: { check: LoginCheck }) {
  const nameOf = (gameId: number) => games.find((game) => game.gameId === gameId)?.description ?? m["loginChecks.gameNumber"]({ gameId });
  return (
    <DataTable
      caption={m["loginChecks.attemptList"]()}
      captionHidden
      rows={attempts}
      // Two attempts may have the same time.
      rowKey={(_, place) => place}
      columns={[
        { key: "when", header: m["history.when"](), compact: true, renderCell: ({ at }) => <ExactDate at={at} /> },
        { key: "what", header: m["history.what"](), rowHeader: true, renderCell: ({ event }) => eventText(event) },
        {
          key: "game",
          header: m["loginChecks.game"](),
          renderCell: ({ gameId }) => (gameId === undefined ? "–" : <bdi>{nameOf(gameId)}</bdi>),
        },
        { key: "why", header: m["history.reason"](), renderCell: why },
        { key: "request", header: m["history.request"](), renderCell: ({ requestId }) => <code>{requestId ?? "–"}</code> },
      ]}
    />
  );
}

function why({ isRefused, reason }: LoginAttempt): string {
  if (!isRefused) return "–";
  return reason === undefined ? m["loginChecks.refused"]() : reasonText(reason);
}

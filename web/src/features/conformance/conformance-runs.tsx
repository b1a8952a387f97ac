import { listConformanceRuns, startConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useEndpoint, useSend } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Item, ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";

/** The conformance runs of a game, and the button that starts one. `mayStart`: the user has MODIFY on the game. */
export function ConformanceRuns({ gameId, mayStart }: { gameId: number; mayStart: boolean }) {
  const params = { gameId: String(gameId) };
  const { data, error, refetch } = useEndpoint(listConformanceRuns, { params });
  const start = useSend(startConformanceRun);
  const navigate = useNavigate();
  const handleStart = () => {
    start.mutate([{ params, body: {} }], {
      onSuccess: ({ runId }) => void navigate({ to: "/bench/runs/$runId", params: { runId } }),
    });
  };
  return (
    <>
      <h2>{m["bench.runsTitle"]()}</h2>
      <p>{m["bench.runsIntro"]()}</p>
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>{m["bench.failed"]({ reason: reasonText(error.failure, benchTexts) })}</FailureNotice>
      )}
      {data?.length === 0 && <Notice quiet>{m["bench.runsNone"]()}</Notice>}
      {data !== undefined && data.length > 0 && (
        <ItemList>
          {data.map(({ runId, startedAt, isOver }) => (
            <Item
              key={runId}
              name={
                <Link to="/bench/runs/$runId" params={{ runId }}>
                  {m["bench.runOf"]({ date: formatMoment(startedAt) })}
                </Link>
              }
              badge={<Badge>{isOver ? m["bench.runOver"]() : m["bench.runOpen"]()}</Badge>}
            />
          ))}
        </ItemList>
      )}
      {start.error !== null && (
        <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(start.error.failure, benchTexts) })}</Notice>
      )}
      {mayStart && (
        <div>
          <Button pending={start.isPending} pendingText={m["app.waiting"]()} onClick={handleStart}>
            {m["bench.runStart"]()}
          </Button>
        </div>
      )}
    </>
  );
}

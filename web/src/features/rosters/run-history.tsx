import { undoRoster } from "@storyport/contract/rosters";
import type { RosterRun } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { formatMoment } from "#/shell/dates.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Stack } from "#/ui/stack.tsx";
import { RosterCountBadges } from "./roster-counts.tsx";
import { rosterRefusals, sourceTexts, statusTexts } from "./roster-texts.ts";

/** The latest lists: those that wait lead to their changes, and the last applied one can be undone. */
export function RunHistory({ runs, onUndone }: { runs: readonly RosterRun[]; onUndone: () => void }) {
  return (
    <Stack as="section">
      <h2>{m["rosters.history"]()}</h2>
      {runs.length === 0 ? (
        <p>{m["rosters.noRuns"]()}</p>
      ) : (
        <DataTable
          caption={m["rosters.history"]()}
          captionHidden
          rows={runs}
          rowKey={({ id }) => id}
          columns={[
            { key: "when", header: m["rosters.when"](), rowHeader: true, renderCell: ({ madeAt }) => formatMoment(madeAt) },
            { key: "who", header: m["rosters.who"](), renderCell: ({ madeBy, source }) => <Who madeBy={madeBy} source={source} /> },
            { key: "what", header: m["rosters.what"](), renderCell: ({ counts }) => <RosterCountBadges counts={counts} /> },
            { key: "state", header: m["rosters.state"](), renderCell: (run) => <State run={run} onUndone={onUndone} /> },
          ]}
        />
      )}
    </Stack>
  );
}

function Who({ madeBy, source }: Pick<RosterRun, "madeBy" | "source">) {
  return (
    <>
      <bdi>{madeBy ?? "–"}</bdi> ({sourceTexts[source].name()})
    </>
  );
}

function State({ run, onUndone }: { run: RosterRun; onUndone: () => void }) {
  const isWaiting = run.status === "CHECKED" || run.status === "STOPPED";
  return (
    <Stack distance="small">
      <span>{statusTexts[run.status]()}</span>
      {isWaiting && (
        <Link to="/rosters/runs/$runId" params={{ runId: run.id }} className={buttonClass("secondary", "small")}>
          {m["rosters.open"]()}
        </Link>
      )}
      {run.undoableUntil !== undefined && <UndoRun runId={run.id} onUndone={onUndone} />}
    </Stack>
  );
}

function UndoRun({ runId, onUndone }: { runId: string; onUndone: () => void }) {
  const { call } = usePortal();
  const undo = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const handleUndo = () =>
    void undo.act(async () => {
      await call(undoRoster, { params: { runId }, body: {} });
      setIsAsked(false);
      onUndone();
    });
  return (
    <>
      <div>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            undo.forget();
            setIsAsked(true);
          }}
        >
          {m["rosters.undo"]()}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={m["rosters.undoQuestion"]()}
          confirmText={m["rosters.undo"]()}
          cancelText={m["playerGroups.keep"]()}
          danger
          pending={undo.isBusy}
          pendingText={m["app.waiting"]()}
          failure={undo.failure && failureText(undo.failure, rosterRefusals)}
          onConfirm={handleUndo}
          onCancel={() => setIsAsked(false)}
        >
          {m["rosters.undoWarning"]()}
        </ConfirmDialog>
      )}
    </>
  );
}

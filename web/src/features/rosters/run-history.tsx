import { undoRoster } from "@storyport/contract/rosters";
import type { RosterRun } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { formatMoment } from "#/shell/dates.ts";
import { usePortal } from "#/shell/portal.ts";
import { UndoButton } from "#/shell/undo-button.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { Stack } from "#/ui/stack.tsx";
import { RosterCountBadges } from "./roster-counts.tsx";
import { rosterRefusals, sourceTexts, statusTexts } from "./roster-texts.ts";

/** The latest lists. A list that waits leads to its changes, and the list applied last can be undone for a day. */
export function RunHistory({ runs }: { runs: readonly RosterRun[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Stack as="section">
      <h2 ref={heading} tabIndex={-1}>
        {m["rosters.history"]()}
      </h2>
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
            {
              key: "state",
              header: m["rosters.state"](),
              renderCell: (run) => <State run={run} onUndone={() => heading.current?.focus()} />,
            },
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
      <span>{stateText(run)}</span>
      {isWaiting && (
        <Link to="/rosters/runs/$runId" params={{ runId: run.id }} className={buttonClass("secondary", "small")}>
          {m["rosters.open"]()}
        </Link>
      )}
      {run.undoableUntil !== undefined && <UndoRun runId={run.id} onUndone={onUndone} />}
    </Stack>
  );
}

function stateText({ status, progress }: RosterRun): string {
  if (progress === undefined) return statusTexts[status]();
  return progress.isRunning ? m["rosters.stateRunning"]() : m["rosters.stateEnded"]();
}

function UndoRun({ runId, onUndone }: { runId: string; onUndone: () => void }) {
  const { call } = usePortal();
  return (
    <div>
      <UndoButton
        words={{ undo: m["rosters.undo"](), question: m["rosters.undoQuestion"](), warning: m["rosters.undoWarning"]() }}
        texts={rosterRefusals}
        onUndo={() => call(undoRoster, { params: { runId }, body: {} })}
        onUndone={onUndone}
      />
    </div>
  );
}

import { keepMissingStudents } from "@storyport/contract/missing-students";
import type { MissingStudent } from "@storyport/contract/missing-students";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { hasMovedOn } from "#/shell/has-moved-on.ts";
import { formatMoment } from "#/shell/dates.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Stack } from "#/ui/stack.tsx";
import { rosterRefusals } from "./roster-texts.ts";

interface MissingStudentsProps {
  organizationId: string;
  missing: readonly MissingStudent[];
}

/**
 * Asks about each missing student. The button keeps the student. On the page of the class the user moves the student, or takes the student out.
 */
export function MissingStudents({ organizationId, missing }: MissingStudentsProps) {
  const { call } = usePortal();
  const keep = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const [keptId, setKeptId] = useState<string>();
  const handleKeep = (playerId: string) =>
    void keep.act(async () => {
      const pressed = document.activeElement;
      setKeptId(playerId);
      await call(keepMissingStudents, { body: { organizationId, playerIds: [playerId] } });
      if (hasMovedOn(pressed)) return;
      // The pressed button goes with its student, and this part with the last student.
      (missing.length > 1 ? heading.current : document.querySelector<HTMLElement>("main h1"))?.focus();
    });
  return (
    <Stack as="section">
      <h2 ref={heading} tabIndex={-1}>
        {m["rosters.missing"]()}
      </h2>
      <p>{m["rosters.missingIntro"]()}</p>
      {keep.failure !== undefined && (
        <FailureNotice takesFocus={keep.failure}>{m["rosters.failed"]({ reason: reasonText(keep.failure, rosterRefusals) })}</FailureNotice>
      )}
      <DataTable
        caption={m["rosters.missing"]()}
        captionHidden
        rows={missing}
        rowKey={({ playerId }) => playerId}
        columns={[
          {
            key: "student",
            header: m["rosters.student"](),
            rowHeader: true,
            renderCell: ({ playerId, playerName }) => (
              <Link to="/players/$playerId" params={{ playerId }}>
                <bdi>{playerName}</bdi>
              </Link>
            ),
          },
          {
            key: "class",
            header: m["rosters.class"](),
            renderCell: ({ playerGroupId, groupName }) => (
              <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }}>
                <bdi>{groupName}</bdi>
              </Link>
            ),
          },
          { key: "since", header: m["rosters.since"](), renderCell: ({ missingSince }) => formatMoment(missingSince) },
          {
            key: "decision",
            header: m["rosters.decision"](),
            renderCell: ({ playerId, playerName }) => (
              <Button
                variant="secondary"
                size="small"
                pending={keep.isBusy && keptId === playerId}
                pendingText={m["app.waiting"]()}
                aria-disabled={keep.isBusy}
                onClick={() => handleKeep(playerId)}
              >
                {m["rosters.keep"]({ name: playerName })}
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  );
}

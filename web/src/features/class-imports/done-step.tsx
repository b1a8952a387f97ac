import { reprintClassImport } from "@storyport/contract/class-imports";
import type { ImportResult } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { BackToGroups } from "#/features/player-groups/back-to-groups.tsx";
import { PrintedBadges } from "#/features/player-groups/printed-badges.tsx";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { NotOnPaper } from "#/ui/paper.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Row } from "#/ui/stack.tsx";
import { importTexts } from "./import-texts.ts";
import { UndoImport } from "./undo-import.tsx";

interface DoneStepProps {
  importId: string;
  /** The class that the list was for. A list of several classes has none. */
  playerGroupId: string | undefined;
  /** Undefined after a reload: the badges are printed again. */
  result: ImportResult | undefined;
}

/** The third step: the badges of exactly this list, ready to print, and a button that undoes the import for a day. */
export function DoneStep({ importId, playerGroupId, result: justNow }: DoneStepProps) {
  const { call } = usePortal();
  const reprint = useAction();
  const [again, setAgain] = useState<ImportResult>();
  const [isJustUndone, setIsJustUndone] = useState(false);
  const result = justNow ?? again;
  const wasUndone = reprint.failure?.code === "errors.importUndone";
  const isUndone = isJustUndone || wasUndone;
  const printAgain = () => void reprint.act(async () => setAgain(await call(reprintClassImport, { params: { importId }, body: {} })));
  const load = useEffectEvent(printAgain);
  const isMissing = result === undefined;
  useEffect(() => {
    if (isMissing) load();
  }, [importId, isMissing]);

  return (
    <>
      <NotOnPaper>
        <PageHeading>{isUndone ? m["classImports.undoneTitle"]() : m["classImports.doneTitle"]()}</PageHeading>
        {wasUndone && <Notice quiet>{m["classImports.undone"]()}</Notice>}
        {reprint.failure !== undefined && !wasUndone && (
          <FailureNotice onRetry={printAgain}>{failureText(reprint.failure, importTexts)}</FailureNotice>
        )}
        {isMissing && reprint.failure === undefined && <Pending>{m["app.waiting"]()}</Pending>}
        {isJustUndone && (
          <Notice takesFocus tone="success">
            {m["classImports.undone"]()}
          </Notice>
        )}
        {result !== undefined && !isUndone && (
          <Notice tone="success" title={m["classImports.doneCount"]({ count: result.students })}>
            <p>{m["classImports.undoAdvice"]({ time: formatMoment(result.undoableUntil) })}</p>
            <UndoImport importId={importId} onUndone={() => setIsJustUndone(true)} />
          </Notice>
        )}
        <Row>
          {result === undefined && reprint.failure !== undefined && <WayOn playerGroupId={playerGroupId} />}
          {result?.classes
            .filter(({ isNew }) => !isUndone || !isNew)
            .map(({ playerGroupId, groupName }) => (
              <Link
                key={playerGroupId}
                to="/player-groups/$playerGroupId"
                params={{ playerGroupId }}
                search={{}}
                className={buttonClass("secondary")}
              >
                {m["classImports.toClass"]({ name: groupName })}
              </Link>
            ))}
        </Row>
      </NotOnPaper>
      {result !== undefined && !isUndone && <PrintedBadges badges={result.badges} />}
    </>
  );
}

function WayOn({ playerGroupId }: { playerGroupId: string | undefined }) {
  if (playerGroupId === undefined) return <BackToGroups />;
  return (
    <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} search={{}} className={buttonClass("secondary")}>
      {m["lessons.backToClass"]()}
    </Link>
  );
}

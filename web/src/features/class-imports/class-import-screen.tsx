import type { ImportResult } from "@storyport/contract/class-imports";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { BackToGroups } from "#/features/player-groups/back-to-groups.tsx";
import { holdsOnGroup } from "#/features/player-groups/holds-on-group.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { CheckStep } from "./check-step.tsx";
import styles from "./class-imports.module.css";
import { DoneStep } from "./done-step.tsx";
import type { ImportSearch } from "./import-search.ts";
import { importTexts } from "./import-texts.ts";
import { dropKeptDraft } from "./kept-draft.ts";
import { ListStep, ListStepOfNoClass } from "./list-step.tsx";
import { RecentImports } from "./recent-imports.tsx";
import { useImportDraft } from "./use-import-draft.ts";

/** Adds a list of students: the list, its verdicts, the badges to print. */
export function ClassImportScreen({ playerGroupId, importId }: ImportSearch) {
  const navigate = useNavigate();
  const { accountId } = useUser();
  const state = useImportDraft(playerGroupId);
  const [result, setResult] = useState<ImportResult>();
  const step = importId !== undefined ? "done" : state.draft.rows === undefined ? "list" : "check";
  useHeadingOfStep(step);

  if (importId !== undefined) {
    const known = result?.id === importId ? result : undefined;
    return <DoneStep key={importId} importId={importId} playerGroupId={playerGroupId} result={known} />;
  }
  if (step === "list") {
    return playerGroupId === undefined ? (
      <ListPage title={m["classImports.title"]()} playerGroupId={undefined} state={state} />
    ) : (
      <ListPageOfGroup playerGroupId={playerGroupId} state={state} />
    );
  }
  const handleImported = (imported: ImportResult) => {
    setResult(imported);
    // At once, so that a reload cannot offer the imported list again.
    dropKeptDraft({ accountId, playerGroupId });
    const search = { ...(playerGroupId !== undefined && { playerGroupId }), importId: imported.id };
    // The draft goes after the change of page, or the empty list would show for a moment.
    void navigate({ to: "/player-groups/import", search, replace: true }).then(state.discard);
  };
  return <CheckStep state={state} onImported={handleImported} />;
}

type Listing = { state: ReturnType<typeof useImportDraft> };

function ListPageOfGroup({ playerGroupId, state }: Listing & { playerGroupId: string }) {
  const { data, error, refetch } = useEndpoint(getPlayerGroup, { params: { playerGroupId } });
  const title = m["classImports.title"]();
  if (data === undefined) {
    return (
      <MissingPage heading={title} error={error} text={({ failure }) => failureText(failure, importTexts)} onRetry={() => void refetch()}>
        <BackToGroups />
      </MissingPage>
    );
  }
  if (!holdsOnGroup(data, "MODIFY") || data.groupType === "ARCHIVED") {
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <Notice>{m["playerGroups.notAllowed"]()}</Notice>
        <BackToGroups />
      </>
    );
  }
  return <ListPage title={m["classImports.titleTo"]({ name: data.name })} playerGroupId={playerGroupId} state={state} />;
}

function ListPage({ title, playerGroupId, state }: Listing & { title: string; playerGroupId: string | undefined }) {
  return (
    <div className={styles["parts"]}>
      <PageHeading intro={m["classImports.intro"]()}>
        <bdi>{title}</bdi>
      </PageHeading>
      {playerGroupId === undefined ? <ListStepOfNoClass state={state} /> : <ListStep state={state} />}
      <RecentImports playerGroupId={playerGroupId} />
      <BackToGroups />
    </div>
  );
}

/** Moves the focus to the heading of each next step, so that it is read out. */
function useHeadingOfStep(step: string): void {
  const former = useRef(step);
  useEffect(() => {
    if (former.current === step) return;
    former.current = step;
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [step]);
}

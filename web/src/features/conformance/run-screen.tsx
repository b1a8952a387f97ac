import { getConformanceRun } from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { formatMoment } from "#/shell/dates.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { CheckTable } from "./check-table.tsx";
import { ChooseScene } from "./choose-scene.tsx";
import { Observations } from "./observations.tsx";
import { PlayScenes } from "./play-scenes.tsx";
import { ShareReport } from "./share-report.tsx";

/** One conformance run: what to do, the verdicts so far, and each request with its answer. */
export function RunScreen({ runId }: { runId: string }) {
  const { data, error, refetch } = useEndpoint(getConformanceRun, { params: { runId } });
  const isOpen = data?.isOver === false;
  // A person plays scenes in another window and comes back to read what was seen.
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () => void refetch();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [isOpen, refetch]);
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["bench.runsTitle"]()}
        error={error}
        text={({ failure }) => m["bench.failed"]({ reason: reasonText(failure, benchTexts) })}
        onRetry={() => void refetch()}
      >
        <Link to="/bench" className={buttonClass("quiet")}>
          {m["bench.backToGames"]()}
        </Link>
      </MissingPage>
    );
  }
  const { gameId, gameKey, startedAt } = data;
  const mayModify = data.rightsType !== "READ";
  return (
    <>
      <PageHeading intro={m["organizations.gameLabel"]({ gameKey, gameId })}>
        {m["bench.runOf"]({ date: formatMoment(startedAt) })}
      </PageHeading>
      {data.isOver ? <Notice quiet>{m["errors.conformanceRunEnded"]()}</Notice> : <Steps run={data} mayModify={mayModify} />}
      <h2>{m["bench.checksTitle"]()}</h2>
      <CheckTable checks={data.checks} />
      {mayModify && <ShareReport runId={runId} />}
      <Observations seen={data.observations} />
      <Link to="/bench/$gameId" params={{ gameId: String(gameId) }} className={buttonClass("quiet")}>
        {m["bench.backToGame"]()}
      </Link>
    </>
  );
}

function Steps({ run, mayModify }: { run: ConformanceRun; mayModify: boolean }) {
  return (
    <>
      <h2>{m["bench.issuerTitle"]()}</h2>
      <p>
        <Identifier id={run.issuer} />
      </p>
      <p>{m["bench.issuerIntro"]({ date: formatMoment(run.endsAt) })}</p>
      {mayModify && <PlayScenes run={run} />}
      {mayModify && <ChooseScene run={run} />}
    </>
  );
}

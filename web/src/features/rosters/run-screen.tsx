import { getRosterRun } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAbsent, MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { ClassList } from "./class-list.tsx";
import { Decision } from "./decision.tsx";
import { RosterCountBadges } from "./roster-counts.tsx";
import { rosterRefusals, statusTexts } from "./roster-texts.ts";

/** The changes of one list, class by class, with the questions and the decision. */
export function RunScreen({ runId }: { runId: string }) {
  const { data, error, refetch } = useEndpoint(getRosterRun, { params: { runId } });
  const title = m["rosters.changes"]();
  if (data === undefined) {
    return (
      <MissingPage
        heading={title}
        error={error}
        text={(one) => (isAbsent(one) ? m["errors.notFound"]() : failureText(one.failure, rosterRefusals))}
        onRetry={() => void refetch()}
      >
        <Link to="/organizations" className={buttonClass("quiet")}>
          {m["organizations.back"]()}
        </Link>
      </MissingPage>
    );
  }
  const { run, classes } = data;
  const isWaiting = run.status === "CHECKED" || run.status === "STOPPED";
  return (
    <Stack>
      <PageHeading intro={isWaiting ? m["rosters.changesIntro"]() : statusTexts[run.status]()}>{title}</PageHeading>
      <RosterCountBadges counts={run.counts} />
      {isWaiting ? <Decision key={run.id} shown={data} onLook={refetch} /> : <ClassList runId={run.id} classes={classes} />}
      <Link to="/rosters/$organizationId" params={{ organizationId: run.organizationId }} className={buttonClass("quiet")}>
        {m["rosters.back"]()}
      </Link>
    </Stack>
  );
}

import { getRosters } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAbsent, MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Stack } from "#/ui/stack.tsx";
import { MissingStudents } from "./missing-students.tsx";
import { RosterConnectionPart } from "./roster-connection.tsx";
import { rosterRefusals } from "./roster-texts.ts";
import { RunHistory } from "./run-history.tsx";
import { UploadRoster } from "./upload-roster.tsx";

/** A school's own lists: how it is connected, the next list, the latest lists, and the missing students. */
export function RostersScreen({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useEndpoint(getRosters, { query: { organizationId } });
  const title = m["rosters.title"]();
  if (data === undefined) {
    return (
      <MissingPage
        heading={title}
        error={error}
        text={(one) => (isAbsent(one) ? m["organizations.notFound"]() : failureText(one.failure, rosterRefusals))}
        onRetry={() => void refetch()}
      >
        <BackToOrganization organizationId={organizationId} />
      </MissingPage>
    );
  }
  const { organizationName, connection, runs, missing } = data;
  return (
    <Stack>
      <PageHeading intro={m["rosters.intro"]()}>{m["rosters.titleOf"]({ title, school: isolate(organizationName) })}</PageHeading>
      <RosterConnectionPart organizationId={organizationId} connection={connection} />
      {connection?.source === "ONEROSTER" && <UploadRoster organizationId={organizationId} />}
      {missing.length > 0 && <MissingStudents organizationId={organizationId} missing={missing} />}
      <RunHistory runs={runs} />
      <BackToOrganization organizationId={organizationId} />
    </Stack>
  );
}

function BackToOrganization({ organizationId }: { organizationId: string }) {
  return (
    <Link to="/organizations/$organizationId" params={{ organizationId }} className={buttonClass("quiet")}>
      {m["organizations.organizationTitle"]()}
    </Link>
  );
}

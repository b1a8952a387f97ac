import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { nameOf, WhoIsPlaying } from "#/features/game-login/who-is-playing.tsx";
import { AnswerLink } from "#/ui/answer-button.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import type { DashboardQuestion } from "./leave-for-dashboard.ts";

/** Shown while the browser is on its way; or the question, where the way began on another site (DESIGN A6). */
export function DashboardRedirectScreen({ question, user }: { question: DashboardQuestion | undefined; user: SessionUser }) {
  if (question !== undefined) return <AskFirst {...question} user={user} />;
  return (
    <>
      <PageHeading>{m["dashboardLogin.title"]()}</PageHeading>
      <Pending large>{m["dashboardLogin.leaving"]()}</Pending>
    </>
  );
}

function AskFirst({ address, organization, user }: DashboardQuestion & { user: SessionUser }) {
  const name = nameOf(user);
  return (
    <>
      <PageHeading intro={<Breakable text={m["games.inOrganization"]({ organization })} />}>{m["dashboardLogin.askTitle"]()}</PageHeading>
      <AnswerLink size="large" wide href={address}>
        <Breakable text={m["dashboardLogin.askOpen"]({ name })} />
      </AnswerLink>
      <p>{m["dashboardLogin.askNotMine"]()}</p>
      <WhoIsPlaying user={user} />
    </>
  );
}

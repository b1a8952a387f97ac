import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { nameOf, WhoIsPlaying } from "#/features/game-login/who-is-playing.tsx";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { SlowScript } from "#/shell/slow-page.tsx";
import { AnswerLink } from "#/ui/answer-button.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import type { DashboardSearch } from "./dashboard-request.ts";
import { leaveForDashboard } from "./leave-for-dashboard.ts";
import type { DashboardQuestion } from "./leave-for-dashboard.ts";

/** Shown until the browser leaves, or with the question if the request came from another site (DESIGN A6). */
export function DashboardRedirectScreen({ search }: { search: DashboardSearch }) {
  const portal = usePortal();
  const user = useUser();
  const [question, setQuestion] = useState<DashboardQuestion | ApiError>();
  const leave = useEffectEvent(() => leaveForDashboard({ ...portal, user }, search));
  useEffect(() => {
    leave().then(setQuestion, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setQuestion(error);
    });
  }, []);
  // Only one call can fail so: it fetches the organizations with their games.
  if (question instanceof ApiError) return <AccountCheckFailed failure={question.failure} title={m["errors.failedToFetchGames"]()} />;
  if (question !== undefined) return <AskFirst {...question} user={user} search={search} />;
  return (
    <>
      <PageHeading>{m["dashboardLogin.title"]()}</PageHeading>
      <Pending large>{m["dashboardLogin.leaving"]()}</Pending>
      <SlowScript />
    </>
  );
}

function AskFirst({ address, organization, user, search }: DashboardQuestion & { user: SessionUser; search: DashboardSearch }) {
  const name = nameOf(user);
  // The next user keeps the dashboard's request, but not the organization, which may be the present user's alone.
  const { gameId, state } = search;
  const request = { gameId, state, postLoginPage: "/dashboard-redirect" };
  return (
    <>
      <PageHeading intro={<Breakable text={m["games.inOrganization"]({ organization })} />}>{m["dashboardLogin.askTitle"]()}</PageHeading>
      <AnswerLink size="large" wide href={address}>
        <Breakable text={m["dashboardLogin.askOpen"]({ name })} />
      </AnswerLink>
      <p>{m["dashboardLogin.askNotMine"]()}</p>
      <WhoIsPlaying user={user} other={request} />
    </>
  );
}

import { listOwnGames, listRefusedLogins } from "@storyport/contract/game-rights";
import type { RefusedLogin } from "@storyport/contract/game-rights";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { reasonText } from "#/features/history/reason-texts.ts";
import { loginTypeName } from "#/features/users/user-words.ts";
import { formatMoment } from "#/shell/dates.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { adviceText, answeredCode } from "./refused-login-words.ts";
import styles from "./refused-logins.module.css";

const { most, days } = limits.refusedLogins;

/** Why logins of a game were refused, for the people who build it. It never says whose. */
export function RefusedLoginsScreen({ gameId }: { gameId: string }) {
  const games = useEndpoint(listOwnGames);
  const query = useEndpoint(listRefusedLogins, { params: { gameId } });
  const own = games.data?.find(({ game }) => String(game.gameId) === gameId);
  return (
    <>
      <PageHeading intro={own && m["organizations.gameLabel"]({ gameKey: own.game.gameKey, gameId: own.game.gameId })}>
        {m["refusedLogins.title"]()}
      </PageHeading>
      <p>{m["refusedLogins.intro"]({ most, days })}</p>
      <p>{m["refusedLogins.run"]()}</p>
      <LoadedPart query={query} failed={m["refusedLogins.loadFailed"]()}>
        {(refused) => <RefusedLogins refused={refused} />}
      </LoadedPart>
      <Link to="/bench/$gameId" params={{ gameId }} className={buttonClass("quiet")}>
        {m["openidClients.backToGame"]()}
      </Link>
    </>
  );
}

function RefusedLogins({ refused }: { refused: RefusedLogin[] }) {
  if (refused.length === 0) return <Notice quiet>{m["refusedLogins.none"]({ days })}</Notice>;
  return (
    <DataTable
      caption={m["refusedLogins.title"]()}
      captionHidden
      rows={refused}
      // Two refusals may have the same time.
      rowKey={(_, place) => place}
      columns={columns()}
    />
  );
}

const columns = (): Column<RefusedLogin>[] => [
  { key: "when", header: m["history.when"](), renderCell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time> },
  {
    key: "what",
    header: m["history.reason"](),
    rowHeader: true,
    renderCell: (refused) => (
      <>
        {reasonText(refused.reason)} <code>{answeredCode(refused)}</code>
      </>
    ),
  },
  { key: "sent", header: m["refusedLogins.sent"](), renderCell: sentPart },
  { key: "advice", header: m["bench.advice"](), renderCell: adviceText },
  { key: "request", header: m["history.request"](), renderCell: ({ requestId }) => <code>{requestId ?? "–"}</code> },
];

function sentPart({ callback, scope, loginType }: RefusedLogin) {
  if (callback !== undefined) return <code className={styles["sent"]}>{callback}</code>;
  if (scope !== undefined) return <code>{scope}</code>;
  return loginType === undefined ? "–" : loginTypeName(loginType);
}

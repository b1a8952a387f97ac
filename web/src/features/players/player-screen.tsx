import type { SessionUser } from "@storyport/contract/login";
import { getPlayer } from "@storyport/contract/players";
import type { Player } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { classesName } from "#/features/player-groups/class-names.ts";
import { ExactDate } from "#/shell/exact-date.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Card } from "#/ui/card.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import type { Description } from "#/ui/description-list.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SideBySide } from "#/ui/side-by-side.tsx";
import { Row } from "#/ui/stack.tsx";
import { EditPlayerForm } from "./edit-player-form.tsx";
import { GroupLinks } from "./group-links.tsx";
import { genderName } from "./player-table.tsx";
import { shownPlayerName } from "./player-name.ts";
import { playerTexts } from "./player-texts.ts";

/**
 * One player: its facts, its groups, and an edit form if the user may modify it. Owners of one of its groups also get links to the data and the
 * erasure of the students who play it.
 */
export function PlayerScreen({ playerId }: { playerId: string }) {
  const user = useUser();
  const { data, error, refetch } = useEndpoint(getPlayer, { params: { playerId } });
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["players.playerTitle"]()}
        error={error}
        // A malformed id is no player either.
        text={({ failure }) => failureText(failure, { ...playerTexts, "errors.invalidInput": playerTexts["errors.notFound"] })}
        onRetry={() => void refetch()}
      >
        <BackToPlayers />
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={<bdi>{shownPlayerName(data)}</bdi>}>{m["players.playerTitle"]()}</PageHeading>
      <SideBySide>
        <Card>
          <DescriptionList items={whatItIs(data, user)} />
        </Card>
        {data.mayModify ? <EditPlayerForm player={data} /> : <Notice quiet>{m["players.readOnly"]()}</Notice>}
      </SideBySide>
      {data.studentUserIds.map((userId) => (
        <Row key={userId}>
          <Link to="/personal-data/$userId" params={{ userId }} className={buttonClass("secondary")}>
            {m["personalData.menu"]()}
          </Link>
          <Link to="/erasures/student/$userId" params={{ userId }} className={buttonClass("secondary")}>
            {m["erasures.menu"]()}
          </Link>
        </Row>
      ))}
      <BackToPlayers />
    </>
  );
}

function BackToPlayers() {
  return (
    <Link to="/players" search={{ page: 1, filter: "" }} className={buttonClass("quiet")}>
      {m["players.back"]()}
    </Link>
  );
}

function whatItIs(player: Player, user: SessionUser): Description[] {
  const noClasses = isAdmin(user) ? m["players.noGroups"]() : m["players.noClasses"]();
  const yesOrNo = (value: boolean) => (value ? m["players.yes"]() : m["players.no"]());
  return [
    { term: m["players.columnName"](), detail: <bdi>{shownPlayerName(player)}</bdi> },
    { term: m["players.columnId"](), detail: <Identifier id={player.id} /> },
    { term: m["players.columnGender"](), detail: genderName(player.gender) },
    { term: m["players.organization"](), detail: <bdi>{player.organization.organization_key}</bdi> },
    {
      term: classesName(user),
      detail: player.playerGroups.length === 0 ? noClasses : <GroupLinks groups={player.playerGroups} />,
    },
    ...(player.passCode === undefined ? [] : [{ term: m["players.passCode"](), detail: <bdi>{player.passCode}</bdi> }]),
    { term: m["players.columnResearch"](), detail: <bdi>{player.researchCode ?? "-"}</bdi> },
    { term: m["players.shared"](), detail: yesOrNo(player.isShared) },
    { term: m["players.analysis"](), detail: player.excludedFromAnalysis ? m["players.excluded"]() : m["players.included"]() },
    { term: m["players.columnCreated"](), detail: <ExactDate at={player.createdAt} /> },
    { term: m["players.columnRegistered"](), detail: <ExactDate at={player.registeredAt} /> },
    { term: m["players.changed"](), detail: <ExactDate at={player.updatedAt} /> },
  ];
}

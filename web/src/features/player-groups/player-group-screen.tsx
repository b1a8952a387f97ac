import { BackToGroups } from "./back-to-groups.tsx";
import type { SessionUser } from "@storyport/contract/login";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ClassLesson } from "#/features/lessons/class-lesson.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { useUser } from "#/shell/portal.ts";
import { usePageTitle } from "#/shell/use-page-title.ts";
import { Notice } from "#/ui/notice.tsx";
import { NotOnPaper } from "#/ui/paper.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { PageTabs } from "#/shell/page-tabs.tsx";
import type { PageTab } from "#/shell/page-tabs.tsx";
import { classHeading, className } from "./class-names.ts";
import type { GroupPlace, GroupTab } from "./group-tab.ts";
import { groupTexts } from "./group-texts.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import { RightsTab } from "./rights-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { StudentsTab } from "./students-tab.tsx";

interface PlayerGroupScreenProps {
  playerGroupId: string;
  place: GroupPlace;
}

/**
 * One class: its lesson, and its children and their badges in one list. Its rights, settings and history are tabs for users who may use
 * them (DESIGN A19).
 */
export function PlayerGroupScreen({ playerGroupId, place }: PlayerGroupScreenProps) {
  const { tab } = place;
  const user = useUser();
  const { data, error, refetch } = useEndpoint(getPlayerGroup, { params: { playerGroupId } });
  usePageTitle(data && classHeading(user, data.name));
  if (data === undefined) {
    return (
      <MissingPage
        heading={className(user)}
        error={error}
        text={({ failure }) => failureText(failure, groupTexts)}
        onRetry={() => void refetch()}
      >
        <BackToGroups />
      </MissingPage>
    );
  }
  const shown = tabsOf(data, user);
  return (
    <>
      <PageHeading {...(tab === undefined && { intro: m["playerGroups.groupIntro"]() })}>
        <bdi>{classHeading(user, data.name)}</bdi>
      </PageHeading>
      {data.groupType === "ARCHIVED" && <Notice quiet>{m["playerGroups.isArchived"]()}</Notice>}
      <PageTabs label={m["playerGroups.tabs"]()} tabs={shown} />
      {tab === undefined && data.groupType !== "ARCHIVED" && (
        <NotOnPaper>
          <ClassLesson playerGroupId={playerGroupId} />
        </NotOnPaper>
      )}
      {shown.some((each) => each.tab === tab) ? <Part group={data} place={place} /> : <Notice>{m["playerGroups.notAllowed"]()}</Notice>}
      <BackToGroups />
    </>
  );
}

function Part({ group, place: { tab, open } }: { group: PlayerGroupDetails; place: GroupPlace }) {
  switch (tab) {
    case undefined:
      return <StudentsTab details={group} {...(open !== undefined && { open })} />;
    case "rights":
      return group.rights && <RightsTab group={group} rights={group.rights} />;
    case "settings":
      return <SettingsTab group={group} />;
    case "history":
      return <HistoryOf about={group.id} />;
  }
}

/**
 * The tabs of a group's page that are of use to the user. The settings of an archived group only restore it, which needs OWNER. A link may
 * lead to another tab, and the page then says so.
 */
function tabsOf(group: PlayerGroupDetails, { permissions }: SessionUser): PageTab<GroupTab>[] {
  const isArchived = group.groupType === "ARCHIVED";
  const tabs: (PageTab<GroupTab> & { isShown: boolean })[] = [
    { name: m["playerGroups.tabStudents"](), isShown: true },
    { tab: "rights", name: m["playerGroups.tabRights"](), isShown: group.rights !== undefined && !isArchived },
    { tab: "settings", name: m["playerGroups.tabSettings"](), isShown: holdsOnGroup(group, isArchived ? "OWNER" : "MODIFY") },
    { tab: "history", name: m["playerGroups.tabHistory"](), isShown: permissions.includes("manage_members") },
  ];
  return tabs.filter(({ isShown }) => isShown);
}

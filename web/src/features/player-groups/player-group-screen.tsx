import { getPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { MissingThing } from "#/features/admin-area/missing-thing.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { BackToGroups } from "./back-to-groups.tsx";
import { GroupTabs } from "./group-tabs.tsx";
import type { GroupTab } from "./group-tab.ts";
import { groupTexts } from "./group-texts.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import styles from "./player-groups.module.css";
import { PlayersTab } from "./players-tab.tsx";
import { RightsTab } from "./rights-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { StudentsTab } from "./students-tab.tsx";

interface PlayerGroupScreenProps {
  playerGroupId: string;
  tab: GroupTab | undefined;
}

/** One group: its students and their badges, its players, its rights and its history (DESIGN A12). */
export function PlayerGroupScreen({ playerGroupId, tab }: PlayerGroupScreenProps) {
  const { data, error, refetch } = useEndpoint(getPlayerGroup, { params: { playerGroupId } });
  if (data === undefined) {
    return (
      <MissingThing
        heading={m["playerGroups.groupTitle"]()}
        error={error}
        text={({ failure }) => failureText(failure, groupTexts)}
        onRetry={() => void refetch()}
      >
        <BackToGroups />
      </MissingThing>
    );
  }
  return (
    <>
      <div className={styles["screenOnly"]}>
        <PageHeading {...(tab === undefined && { intro: m["playerGroups.groupIntro"]() })}>
          <bdi>{m["playerGroups.groupHeading"]({ name: data.name })}</bdi>
        </PageHeading>
        {data.groupType === "ARCHIVED" && <Notice quiet>{m["playerGroups.isArchived"]()}</Notice>}
        <GroupTabs group={data} />
      </div>
      <Part group={data} tab={tab} onChanged={() => void refetch()} />
      <div className={styles["screenOnly"]}>
        <BackToGroups />
      </div>
    </>
  );
}

interface PartProps {
  group: PlayerGroupDetails;
  tab: GroupTab | undefined;
  onChanged: () => void;
}

/** A user may follow a link to a tab that they may not see, so the tab explains it. */
function Part({ group, tab, onChanged }: PartProps) {
  const user = useUser();
  const denied = <Notice>{m["playerGroups.notAllowed"]()}</Notice>;
  switch (tab) {
    case undefined:
      return group.groupType === "ARCHIVED" ? null : <StudentsTab playerGroupId={group.id} onChanged={onChanged} />;
    case "players":
      return <PlayersTab players={group.players} />;
    case "rights":
      return group.rights === undefined ? denied : <RightsTab group={group} rights={group.rights} onChanged={onChanged} />;
    case "settings":
      return holdsOnGroup(group, "MODIFY") ? <SettingsTab group={group} onChanged={onChanged} /> : denied;
    case "history":
      return user.permissions.includes("manage_members") ? <HistoryOf about={group.id} /> : denied;
  }
}

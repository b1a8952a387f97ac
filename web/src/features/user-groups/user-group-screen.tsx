import { getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAbsent, MissingPage } from "#/shell/missing-page.tsx";
import { PageTabs } from "#/shell/page-tabs.tsx";
import type { PageTab } from "#/shell/page-tabs.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { namedTitle, usePageTitle } from "#/shell/use-page-title.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { AddMembers } from "./add-members.tsx";
import { EditUserGroup } from "./edit-user-group.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupOverview } from "./group-overview.tsx";
import type { GroupPlace, GroupTab } from "./group-place.ts";
import { groupTypeName, userGroupTexts } from "./user-group-words.ts";

interface UserGroupScreenProps {
  userGroupId: string;
  place: GroupPlace;
}

/**
 * One user group: its members and what they get. Its managers also add members, edit it and see its history (specification, section 2;
 * DESIGN A19).
 */
export function UserGroupScreen({ userGroupId, place }: UserGroupScreenProps) {
  const { data, error, refetch } = useEndpoint(getUserGroup, { params: { userGroupId } });
  usePageTitle(namedTitle(data?.groupName, m["userGroups.groupTitle"]()));
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["userGroups.groupTitle"]()}
        error={error}
        text={(one) => (isAbsent(one) ? m["userGroups.notFound"]() : failureText(one.failure, userGroupTexts))}
        onRetry={() => void refetch()}
      >
        <BackToGroups />
      </MissingPage>
    );
  }
  const tabs = data.mayManage ? tabsOf(data) : [];
  // A link may lead to a tab that the user or an archived group does not have. The page then shows the members.
  const tab = tabs.some((each) => each.tab === place.tab) ? place.tab : undefined;
  return (
    <>
      <PageHeading intro={<WhichGroup group={data} />}>{m["userGroups.groupTitle"]()}</PageHeading>
      {data.mayManage && <PageTabs label={m["area.sections"]()} tabs={tabs} />}
      {data.groupType === "ARCHIVED" && <Notice quiet>{m["userGroups.archivedNote"]()}</Notice>}
      {tab === undefined && (
        <>
          <GroupOverview group={data} />
          <GroupMembers group={data} place={place} />
        </>
      )}
      {tab === "add" && <AddMembers group={data} />}
      {tab === "edit" && <EditUserGroup group={data} />}
      {tab === "history" && <HistoryOf about={userGroupId} />}
      <BackToGroups />
    </>
  );
}

function WhichGroup({ group }: { group: UserGroupDetails }) {
  return (
    <>
      <bdi>
        <Breakable text={group.groupName} />
      </bdi>{" "}
      {group.groupType !== "REGULAR" && <Badge tone="accent">{groupTypeName(group.groupType)}</Badge>}
    </>
  );
}

function tabsOf({ groupType }: UserGroupDetails): PageTab<GroupTab>[] {
  return [
    { name: m["userGroups.tabMembers"]() },
    ...(groupType === "ARCHIVED" ? [] : [{ tab: "add" as const, name: m["userGroups.tabAdd"]() }]),
    { tab: "edit", name: m["userGroups.tabEdit"]() },
    { tab: "history", name: m["userGroups.tabHistory"]() },
  ];
}

function BackToGroups() {
  return (
    <Link to="/user-groups" className={buttonClass("quiet")}>
      {m["userGroups.back"]()}
    </Link>
  );
}

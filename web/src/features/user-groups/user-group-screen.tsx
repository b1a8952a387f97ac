import { getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAbsent, MissingThing } from "#/features/admin-area/missing-thing.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";
import { AddMembers } from "./add-members.tsx";
import { EditUserGroup } from "./edit-user-group.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupOverview } from "./group-overview.tsx";
import type { GroupPlace } from "./group-place.ts";
import { groupTypeName, userGroupTexts } from "./user-group-words.ts";

interface UserGroupScreenProps {
  userGroupId: string;
  place: GroupPlace;
}

/** One user group: who is in it, what everybody in it gets, what happened to it (specification, section 2; DESIGN A19). */
export function UserGroupScreen({ userGroupId, place }: UserGroupScreenProps) {
  const { data, error, refetch } = useEndpoint(getUserGroup, { params: { userGroupId } });
  if (data === undefined) {
    return (
      <MissingThing
        heading={m["userGroups.groupTitle"]()}
        error={error}
        text={(one) => (isAbsent(one) ? m["userGroups.notFound"]() : failureText(one.failure, userGroupTexts))}
        onRetry={() => void refetch()}
      >
        <BackToGroups />
      </MissingThing>
    );
  }
  const isArchived = data.groupType === "ARCHIVED";
  const { tab } = place;
  return (
    <>
      <PageHeading intro={<WhichGroup group={data} />}>{m["userGroups.groupTitle"]()}</PageHeading>
      {data.mayManage && <GroupTabs group={data} place={place} />}
      {isArchived && <Notice quiet>{m["userGroups.archivedNote"]()}</Notice>}
      {(tab === undefined || !data.mayManage) && (
        <>
          <GroupOverview group={data} />
          <GroupMembers group={data} page={place.page ?? 1} filter={place.filter ?? ""} />
        </>
      )}
      {tab === "add" && data.mayManage && !isArchived && <AddMembers group={data} />}
      {tab === "edit" && data.mayManage && <EditUserGroup group={data} />}
      {tab === "history" && data.mayManage && <HistoryOf about={userGroupId} />}
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
      {group.groupType !== "REGULAR" && <Badge tone="lantern">{groupTypeName(group.groupType)}</Badge>}
    </>
  );
}

function GroupTabs({ group: { id, groupType }, place }: { group: UserGroupDetails; place: GroupPlace }) {
  const tabs = [
    // The present page of the members is the present tab too.
    { search: place.tab === undefined ? place : {}, name: m["userGroups.tabMembers"]() },
    ...(groupType === "ARCHIVED" ? [] : [{ search: { tab: "add" as const }, name: m["userGroups.tabAdd"]() }]),
    { search: { tab: "edit" as const }, name: m["userGroups.tabEdit"]() },
    { search: { tab: "history" as const }, name: m["userGroups.tabHistory"]() },
  ];
  return (
    <SectionLinks
      label={m["area.sections"]()}
      links={tabs.map(({ search, name }) => ({
        key: name,
        link: (
          <Link
            to="/user-groups/$userGroupId"
            params={{ userGroupId: id }}
            search={search}
            className={sectionLinkClass}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {name}
          </Link>
        ),
      }))}
    />
  );
}

function BackToGroups() {
  return (
    <Link to="/user-groups" className={buttonClass("quiet")}>
      {m["userGroups.back"]()}
    </Link>
  );
}

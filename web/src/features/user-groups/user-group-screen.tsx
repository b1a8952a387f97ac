import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function UserGroupScreen({ userGroupId }: { userGroupId: string }) {
  return <PageHeading intro={userGroupId}>{m["userGroups.groupTitle"]()}</PageHeading>;
}

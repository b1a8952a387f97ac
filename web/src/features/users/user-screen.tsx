import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function UserScreen({ userId }: { userId: string }) {
  return <PageHeading intro={userId}>{m["users.userInfo"]()}</PageHeading>;
}

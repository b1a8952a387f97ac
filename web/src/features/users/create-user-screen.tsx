import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function CreateUserScreen() {
  return <PageHeading>{m["users.createTitle"]()}</PageHeading>;
}

import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function SendPasswordScreen() {
  return <PageHeading>{m["users.setPasswordTitle"]()}</PageHeading>;
}

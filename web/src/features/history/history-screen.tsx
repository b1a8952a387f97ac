import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function HistoryScreen() {
  return <PageHeading>{m["history.title"]()}</PageHeading>;
}

import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function OrganizationScreen({ organizationId }: { organizationId: string }) {
  return <PageHeading intro={organizationId}>{m["organizations.organizationTitle"]()}</PageHeading>;
}

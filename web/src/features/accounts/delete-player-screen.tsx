import { m } from "@storyport/texts/messages";
import { usePortal } from "#/shell/portal.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** A placeholder in the specification, and here. */
export function DeletePlayerScreen() {
  const { supportEmail } = usePortal().settings;
  return (
    <>
      <PageHeading intro={m["account.deletePlayerText"]({ email: supportEmail })}>{m["account.deletePlayer"]()}</PageHeading>
      <StartOver />
    </>
  );
}

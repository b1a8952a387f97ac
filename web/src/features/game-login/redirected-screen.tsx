import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Where a login ends that another window goes on with. */
export function RedirectedScreen() {
  return (
    <>
      <PageHeading>{m["redirected.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

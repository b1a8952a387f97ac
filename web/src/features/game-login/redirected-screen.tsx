import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** The specification demands this page and its text (section 2, /redirected). No page of the portal leads here. */
export function RedirectedScreen() {
  return (
    <>
      <PageHeading>{m["redirected.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

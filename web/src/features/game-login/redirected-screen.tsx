import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** The end of a login that another window continues (specification, section 2, /redirected). */
export function RedirectedScreen() {
  return (
    <>
      <PageHeading>{m["redirected.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

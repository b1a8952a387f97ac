import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Where the dashboard leads somebody who may not see it. */
export function NoPermissionScreen() {
  return (
    <>
      <PageHeading intro={m["login.askSchool"]()}>{m["noPermission.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

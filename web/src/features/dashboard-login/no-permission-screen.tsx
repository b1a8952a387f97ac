import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** The dashboard leads users without permission to this page. */
export function NoPermissionScreen() {
  return (
    <>
      <PageHeading intro={m["login.askSchool"]()}>{m["noPermission.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

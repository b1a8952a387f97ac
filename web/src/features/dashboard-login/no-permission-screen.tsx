import { m } from "@storyport/texts/messages";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** For dashboards that lead users without permission here (specification, 2.13). The portal itself uses the page of the dashboard's setting. */
export function NoPermissionScreen() {
  return (
    <>
      <PageHeading intro={m["login.askSchool"]()}>{m["noPermission.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}

import { m } from "@storyport/texts/messages";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Replaces a page that the user may not open: the reason, and a link back (specification, section 6). */
export function NoAccess({ reason }: { reason: string }) {
  return (
    <>
      <PageHeading>{m["area.noAccess"]()}</PageHeading>
      <Notice tone="error" quiet>
        {reason}
      </Notice>
      <a href="/" className={buttonClass("secondary")}>
        {m["area.home"]()}
      </a>
    </>
  );
}

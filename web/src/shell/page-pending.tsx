import { m } from "@storyport/texts/messages";
import { Skeleton } from "#/ui/skeleton.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { SlowPage } from "./slow-page.tsx";

/** The placeholder of a loading page. */
export function PagePending() {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{m["app.waiting"]()}</VisuallyHidden>
      <Skeleton lines={4} />
    </div>
  );
}

/** The placeholder that the server draws, before any script has arrived. */
export function FirstPagePending() {
  return (
    <>
      <PagePending />
      <SlowPage />
    </>
  );
}

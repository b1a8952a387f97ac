import { m } from "@storyport/texts/messages";
import { Skeleton } from "#/ui/skeleton.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";

/** The shape of a page that is on its way. */
export function PagePending() {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{m["app.waiting"]()}</VisuallyHidden>
      <Skeleton lines={4} />
    </div>
  );
}

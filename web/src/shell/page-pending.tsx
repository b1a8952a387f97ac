import { m } from "@storyport/texts/messages";
import { Skeleton } from "#/ui/skeleton.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";

/** The placeholder of a loading page. */
export function PagePending() {
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{m["app.waiting"]()}</VisuallyHidden>
      <Skeleton lines={4} />
    </div>
  );
}

import type { ReactNode } from "react";
import { pictureClass } from "#/ui/page.tsx";

/** Imported on the server only, so that the drawing is in the HTML but not in the scripts. */
const ServersScene = import.meta.env.SSR ? (await import("#/ui/brand/harbour-scene.tsx")).HarbourScene : undefined;

/** The harbour scene. The server draws it, and the browser keeps that drawing. */
export function HarbourPicture(): ReactNode {
  if (ServersScene !== undefined) {
    return (
      <div className={pictureClass}>
        <ServersScene />
      </div>
    );
  }
  // React does not hydrate children of an element with given markup.
  return <div className={pictureClass} dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
}

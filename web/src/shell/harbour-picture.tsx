import type { ReactNode } from "react";
import { pictureClass } from "#/ui/page.tsx";

/** On the server alone: the drawing comes with the page, and stays out of the scripts. */
const ServersScene = import.meta.env.SSR ? (await import("#/ui/brand/harbour-scene.tsx")).HarbourScene : undefined;

/** The harbour scene. The server draws it, and the browser leaves that drawing alone. */
export function HarbourPicture(): ReactNode {
  if (ServersScene !== undefined) {
    return (
      <div className={pictureClass}>
        <ServersScene />
      </div>
    );
  }
  // React never looks into an element whose markup it is given.
  return <div className={pictureClass} dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
}

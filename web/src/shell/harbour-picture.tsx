import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { pictureClass } from "#/ui/page.tsx";

const loadScene = () => import("#/ui/brand/harbour-scene.tsx");
const noScene = { HarbourScene: (): ReactNode => null };

/** On the server at once, as a page is rendered in one go; not by a static import, which would put the drawing into the first script. */
const ServersScene = import.meta.env.SSR ? (await loadScene()).HarbourScene : undefined;

/** Late, since the drawing has come with the page. It is decoration: where its code cannot be had, the page stands without it. */
const LateScene = lazyRouteComponent<{ HarbourScene: () => ReactNode }, "HarbourScene">(
  () => loadScene().catch(() => noScene),
  "HarbourScene",
);

/** Once it has come, the scene stands in the same moment as the page around it. */
export function preloadHarbour(): void {
  void LateScene.preload?.();
}

/** The harbour scene. The server draws it, and the browser leaves that drawing alone; elsewhere the browser draws it itself. */
export function HarbourPicture() {
  const isWakingUp = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  // As it was at first: a picture that came with the page is left alone for as long as it stands.
  const [isDrawn] = useState(isWakingUp);
  if (ServersScene !== undefined) {
    return (
      <div className={pictureClass}>
        <ServersScene />
      </div>
    );
  }
  // React never looks into an element whose markup it is given, and has nothing to change while that stays the same.
  if (isDrawn) return <div className={pictureClass} dangerouslySetInnerHTML={leaveAsItIs} suppressHydrationWarning />;
  return (
    <div className={pictureClass}>
      <Suspense>
        <LateScene />
      </Suspense>
    </div>
  );
}

const leaveAsItIs = { __html: "" };
const subscribeToNothing = () => () => undefined;

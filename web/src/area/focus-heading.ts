import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusAfterStep } from "#/shell/focus-after-step.ts";

/**
 * After a change of page the focus moves to its heading, as a page load would: whoever listens hears where they are. A page that
 * asks for one thing only has taken the focus to its field by then.
 */
export function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined) return focusAfterStep();
        if (!pathChanged || document.activeElement?.matches("main input") === true) return;
        document.querySelector<HTMLElement>("main h1")?.focus();
      }),
    [router],
  );
}

import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusAfterStep } from "#/shell/focus-after-step.ts";

/**
 * After a change of page the focus moves to its heading, so that screen readers announce the page. A page with a
 * single field has already moved the focus to that field.
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

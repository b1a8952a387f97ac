import { createFileRoute } from "@tanstack/react-router";
import { AreaSections } from "#/area/area-sections.tsx";

/** The layout of the admin pages, with links between the sections. */
export const Route = createFileRoute("/_sections")({
  component: AreaSections,
});

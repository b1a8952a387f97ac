import { createFileRoute } from "@tanstack/react-router";
import { Area } from "#/features/admin-area/area.tsx";

/** The layout of the admin pages: wide, with links between the sections. */
export const Route = createFileRoute("/_sections")({
  component: Area,
});

import { createFileRoute } from "@tanstack/react-router";
import { Area } from "#/features/admin-area/area.tsx";

/** The wide, quiet pages of those who look after people, groups and organizations. */
export const Route = createFileRoute("/_sections")({
  component: Area,
});

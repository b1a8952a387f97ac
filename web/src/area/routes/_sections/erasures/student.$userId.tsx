import { createFileRoute } from "@tanstack/react-router";
import { previewErasure } from "@storyport/contract/erasures";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { EraseStudentScreen } from "#/features/erasures/erase-student-screen.tsx";

export const Route = createFileRoute("/_sections/erasures/student/$userId")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loader: ({ context, params: { userId } }) => prefetch(context, previewErasure, { params: { userId } }),
  staticData: { title: () => m["erasures.title"]() },
  component: EraseStudent,
});

function EraseStudent() {
  const { userId } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <EraseStudentScreen key={userId} userId={userId} />;
}

import type { SessionUser } from "@storyport/contract/login";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { classesName } from "#/features/player-groups/class-names.ts";
import { useUser } from "#/shell/portal.ts";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";

/** The sections in the order of daily work, each with the permission it needs. An administrator holds every permission. */
const sections = [
  { to: "/admin", needs: "admin", name: () => m["area.admin"]() },
  { to: "/users", needs: "admin", name: () => m["area.users"]() },
  { to: "/players", needs: "manage_players", name: () => m["area.players"]() },
  { to: "/player-groups", needs: "manage_players", name: classesName },
  { to: "/user-groups", needs: "view_user_group", name: () => m["area.userGroups"]() },
  { to: "/organizations", needs: "manage_members", name: () => m["area.organizations"]() },
  { to: "/games", needs: "admin", name: () => m["area.games"]() },
  { to: "/history", needs: "manage_members", name: () => m["area.history"]() },
  { to: "/health", needs: "admin", name: () => m["health.title"]() },
] as const satisfies readonly { to: string; needs: PermissionKey; name: (user: SessionUser) => string }[];

/** The layout of the admin pages, with links between the sections that the user may open. */
export function AreaSections() {
  const user = useUser();
  const { href } = useLocation();
  const own = sections.filter(({ needs }) => user.permissions.includes(needs));
  return (
    <>
      {own.length > 1 && (
        <SectionLinks
          label={m["area.label"]()}
          address={href}
          links={own.map(({ to, name }) => ({
            key: to,
            link: (
              <Link to={to} className={sectionLinkClass} activeOptions={{ exact: false, includeSearch: false }}>
                {name(user)}
              </Link>
            ),
          }))}
        />
      )}
      <Outlet />
    </>
  );
}

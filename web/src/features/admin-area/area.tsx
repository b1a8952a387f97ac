import type { PermissionKey } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link, Outlet } from "@tanstack/react-router";
import { useUser } from "#/shell/portal.ts";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";

/** In the order of a day's work; each only for who may use it. An administrator holds every permission. */
const sections = [
  { to: "/admin", needs: "admin", name: () => m["area.admin"]() },
  { to: "/users", needs: "admin", name: () => m["area.users"]() },
  { to: "/players", needs: "manage_players", name: () => m["area.players"]() },
  { to: "/player-groups", needs: "manage_players", name: () => m["area.playerGroups"]() },
  { to: "/user-groups", needs: "view_user_group", name: () => m["area.userGroups"]() },
  { to: "/organizations", needs: "manage_members", name: () => m["area.organizations"]() },
  { to: "/games", needs: "admin", name: () => m["area.games"]() },
  { to: "/history", needs: "manage_members", name: () => m["area.history"]() },
] as const satisfies readonly { to: string; needs: PermissionKey; name: () => string }[];

/** The pages on which people, groups and organizations are looked after, with the way from one to another. */
export function Area() {
  const user = useUser();
  const own = sections.filter(({ needs }) => user.permissions.includes(needs));
  return (
    <>
      {own.length > 1 && (
        <SectionLinks
          label={m["area.label"]()}
          links={own.map(({ to, name }) => ({
            key: to,
            link: (
              <Link to={to} className={sectionLinkClass} activeOptions={{ exact: false, includeSearch: false }}>
                {name()}
              </Link>
            ),
          }))}
        />
      )}
      <Outlet />
    </>
  );
}

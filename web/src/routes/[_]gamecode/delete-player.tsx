import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address that games have long known; the page itself has one address. */
export const Route = createFileRoute("/_gamecode/delete-player")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/delete-player${location.searchStr}`, replace: true });
  },
});

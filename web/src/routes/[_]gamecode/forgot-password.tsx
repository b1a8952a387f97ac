import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address that games have long known; the page itself has one address. */
export const Route = createFileRoute("/_gamecode/forgot-password")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/forgot-password${location.searchStr}`, replace: true });
  },
});

import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { pageAfterLogin } from "./page-after-login.ts";
import { pagesAfterLogin } from "./post-login-page.ts";

/** Goes on to where the login was for. In the browser, because each tab has its own login state and the server sees one cookie. */
export function PostLoginScreen({ user }: { user: SessionUser }) {
  const { loginState } = useRouteContext({ from: "__root__" });
  const router = useRouter();
  useEffect(() => {
    const page = pageAfterLogin(user, loginState.read(), pagesAfterLogin(Object.values(router.routesByPath)));
    void router.navigate({ href: page, replace: true });
  }, [router, loginState, user]);
  return (
    <>
      <PageHeading>{m["loginState.postLogin"]()}</PageHeading>
      <Pending large>{m["app.waiting"]()}</Pending>
    </>
  );
}

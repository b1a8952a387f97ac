import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { usePortal, useUser } from "#/shell/portal.ts";
import { SlowPage } from "#/shell/slow-page.tsx";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { pageAfterLogin } from "./page-after-login.ts";

/**
 * Leads to the page that the login was for. It runs in the browser, because each tab has its own login state and the server sees one
 * cookie. Without script the document leads on (`refresh` of the page's row). `ownPages`: the pages to which it may lead, such as
 * "/users/$userId".
 */
export function PostLoginScreen({ ownPages }: { ownPages: readonly string[] }) {
  const { loginState } = usePortal();
  const user = useUser();
  useEffect(() => {
    location.replace(pageAfterLogin(user, loginState.read(), ownPages));
  }, [loginState, user, ownPages]);
  return (
    <>
      <PageHeading>{m["loginState.postLogin"]()}</PageHeading>
      <Pending large>{m["app.waiting"]()}</Pending>
      <SlowPage>
        <StartOver />
      </SlowPage>
    </>
  );
}

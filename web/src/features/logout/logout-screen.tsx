import { endpointUrl } from "@storyport/contract/endpoint";
import { logOut } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { endSession, whereToAfterLogout } from "./end-session.ts";
import { dropWhatThisTabKeeps } from "./other-tabs.ts";
import styles from "./logout.module.css";

/** Asks before it logs out; without a user it shows that no user is logged in (specification, section 2, /logout). */
export function LogoutScreen() {
  const { visitor } = usePortal();
  if (visitor.is !== "known") return <NotLoggedIn />;
  const { user } = visitor;
  return (
    <>
      <PageHeading intro={m["logout.question"]()}>{m["logout.title"]()}</PageHeading>
      <p className={styles["person"]}>
        <LoginTypeLogo type={user.loginType} size={48} />
        <span>
          {m["logout.loggedInAs"]()}{" "}
          <strong className={styles["name"]}>
            <Breakable text={user.displayName ?? user.email ?? user.accountId} />
          </strong>
          {user.displayName !== undefined && user.email !== undefined && (
            <span className={styles["email"]}>
              <Breakable text={user.email} />
            </span>
          )}
        </span>
      </p>
      {user.loginType === "FEIDE" && <Notice quiet>{m["federatedLogin.feideLogout"]()}</Notice>}
      <LogoutForm pendingText={user.loginType === "QRCODE" ? m["child.bye"]() : m["logout.pending"]()} />
    </>
  );
}

/** A page load follows the logout, so that nothing of the account stays in memory. After a failure the page stays and says so. */
function LogoutForm({ pendingText }: { pendingText: string }) {
  const context = usePortal();
  const { isBusy, failure, act } = useAction();

  const logOutNow = async () => {
    const { logoutRedirect } = await endSession(context);
    // A user who logs out here has given up a game's request too. `endSession` keeps it for other callers.
    context.loginState.clear("browser");
    await leaveFor(whereToAfterLogout(logoutRedirect));
  };

  return (
    <Stack
      as="form"
      method="post"
      action={endpointUrl(logOut)}
      // The endpoint takes only an empty text (specification, 7.5).
      encType="text/plain"
      onSubmit={(event) => {
        event.preventDefault();
        void act(logOutNow);
      }}
    >
      {failure !== undefined && (
        <Notice takesFocus={failure} tone="error" title={m["logout.failed"]()}>
          {m["logout.stillLoggedIn"]()}
        </Notice>
      )}
      <Button type="submit" size="large" wide pending={isBusy} pendingText={pendingText}>
        {m["logout.button"]()}
      </Button>
      <a href="/" className={buttonClass("quiet")}>
        {m["logout.cancel"]()}
      </a>
    </Stack>
  );
}

function NotLoggedIn() {
  // The user may have logged out by the plain form or by a game. Neither runs a script here, so the tab may still keep all of it.
  useEffect(dropWhatThisTabKeeps, []);
  return (
    <>
      <PageHeading>{m["logout.title"]()}</PageHeading>
      <Notice quiet>{m["logout.notLoggedIn"]()}</Notice>
      <a href="/" className={buttonClass("secondary")}>
        {m["logout.back"]()}
      </a>
    </>
  );
}

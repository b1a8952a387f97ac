import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import { usePortal } from "#/shell/portal.ts";
import { SlowPage } from "#/shell/slow-page.tsx";
import { StartOver } from "#/shell/start-over.tsx";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import type { ProviderPage } from "./load-provider-page.ts";
import { providerNames, startUrl } from "./provider-login.ts";
import { useDeparture } from "./use-departure.ts";

/** The page before a provider. It leads on, unless a user is logged in (specification, section 2, /login/google and /login/feide). */
export function ProviderScreen(page: ProviderPage) {
  const provider = providerNames[page.provider];
  if (page.shows === "logged-in") return <LoggedInAlready given={page.given} />;
  return (
    <>
      <PageHeading>{m["federatedLogin.title"]({ provider })}</PageHeading>
      {page.shows === "leaving" ? (
        <Departure {...page} />
      ) : (
        <>
          <Notice tone="error" quiet title={m["errors.providerOff"]()}>
            {m["federatedLogin.chooseAnother"]()}
          </Notice>
          <LinkButton wide href="/login">
            {m["login.otherWays"]()}
          </LinkButton>
        </>
      )}
    </>
  );
}

/** The link is there from the start: without a script it leads on, with a script it retries. */
function Departure({ provider, given }: ProviderPage) {
  const { isSlow, leaveAgain } = useDeparture(provider, given);
  const name = providerNames[provider];
  return (
    <>
      <Pending large>{m["federatedLogin.processing"]({ provider: name })}</Pending>
      {isSlow && <Notice title={m["federatedLogin.slowTitle"]({ provider: name })}>{m["federatedLogin.slowAdvice"]()}</Notice>}
      <Stack distance="small">
        <LinkButton
          variant={isSlow ? "primary" : "secondary"}
          size="large"
          wide
          // The device's name while no script runs.
          href={startUrl(provider, "Browser")}
          picture={<LoginTypeLogo type={provider} />}
          onClick={(event) => {
            event.preventDefault();
            leaveAgain();
          }}
        >
          {isSlow ? m["app.tryAgain"]() : m["federatedLogin.continue"]({ provider: name })}
        </LinkButton>
        {/* A page load: it also cancels the navigation to the provider. */}
        <LinkButton variant="quiet" href="/login">
          {m["login.otherWays"]()}
        </LinkButton>
      </Stack>
    </>
  );
}

/** Leads on in the browser. A redirect by the server would know only its cookie, but each tab has its own login state. */
function LoggedInAlready({ given }: Pick<ProviderPage, "given">) {
  const { loginState } = usePortal();
  useEffect(() => {
    keepLoginState(loginState, given);
    location.replace("/post-login");
  }, [loginState, given]);
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

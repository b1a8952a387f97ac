import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useLoginRequest } from "#/features/login/login-screen.tsx";
import type { LoginSearch } from "#/features/login/login-search.ts";
import { failedProvider } from "#/features/login/provider-return.ts";
import { usePortal } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import styles from "./federated-login.module.css";
import { providerNames, providerPages } from "./provider-login.ts";

/**
 * The provider knows the person, but no account here is connected (DESIGN A18: a matching e-mail address never connects). Shows the next
 * step for each kind of person, the likeliest first.
 */
export function UnknownPersonScreen({ search }: { search: LoginSearch }) {
  // The page opens only after a failed login at a provider (pages.ts), so only the type needs the fallback.
  const provider = failedProvider(search) ?? "FEIDE";
  useLoginRequest(search, noGames);
  const { productName, supportEmail } = usePortal().settings;
  const name = providerNames[provider];
  // This page shares its address with another page. The focus moves to the heading, so that screen readers announce it.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <>
      <PageHeading intro={m["federatedLogin.unknownIntro"]({ provider: name, productName })}>
        {m["federatedLogin.unknownTitle"]({ provider: name })}
      </PageHeading>
      <ol className={styles["steps"]}>
        <Step title={m["federatedLogin.haveAccountTitle"]()} text={m["federatedLogin.haveAccountText"]({ provider: name })}>
          <LinkButton wide href={`/login?${new URLSearchParams({ postLoginPage: "/users/me" })}`}>
            {m["login.passwordTitle"]()}
          </LinkButton>
        </Step>
        <Step title={m["federatedLogin.noAccountTitle"]()} text={m["federatedLogin.noAccountText"]()} />
        <Step title={m["federatedLogin.studentTitle"]()} text={m["federatedLogin.studentText"]()}>
          <a href="/login/code" className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["qrLogin.haveCode"]()}
          </a>
        </Step>
        <Step title={m["federatedLogin.otherAccountTitle"]({ provider: name })} text={otherAccountTexts[provider]()}>
          <a href={providerPages[provider]} className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["federatedLogin.tryAgain"]({ provider: name })}
          </a>
        </Step>
      </ol>
      <p className={styles["support"]}>
        {m["federatedLogin.support"]()}{" "}
        <a href={`mailto:${supportEmail}`}>
          <Breakable text={supportEmail} />
        </a>
      </p>
      <LinkButton variant="quiet" href="/login">
        {m["login.otherWays"]()}
      </LinkButton>
    </>
  );
}

function Step({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <li className={styles["step"]}>
      <div className={styles["words"]}>
        <h2 className={styles["title"]}>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}

/** The page offers no choice of a game, so it does not load the games. */
const noGames: readonly never[] = [];

/** Google always offers a choice of accounts; the others use the account that is logged in there. */
const otherAccountTexts: Record<Provider, () => string> = {
  FEIDE: () => m["federatedLogin.otherFeideAccount"](),
  GOOGLE: () => m["federatedLogin.otherGoogleAccount"](),
  APPLE: () => m["federatedLogin.otherAppleAccount"](),
};

import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import styles from "./federated-login.module.css";
import { providerNames, providerPages } from "./provider-login.ts";

/**
 * The provider knows the person and no account here does (DESIGN A18: an e-mail that matches never connects by itself). Says for
 * each kind of person what to do next, the likeliest first.
 */
export function UnknownPersonPanel({ provider }: { provider: Provider }) {
  const { productName, supportEmail } = useRouteContext({ from: "__root__" }).settings;
  const name = providerNames[provider];
  // A page of its own at the address of another: whoever listens hears where they are.
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
          <Link to="/login/code" className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["qrLogin.haveCode"]()}
          </Link>
        </Step>
        <Step title={m["federatedLogin.otherAccountTitle"]({ provider: name })} text={otherAccountTexts[provider]()}>
          <Link to={providerPages[provider]} className={classes(buttonClass("secondary"), styles["wide"])}>
            {m["federatedLogin.tryAgain"]({ provider: name })}
          </Link>
        </Step>
      </ol>
      <p className={styles["support"]}>
        {m["federatedLogin.support"]()} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
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

/** Google always lets one choose; the others take whoever is logged in there. */
const otherAccountTexts: Record<Provider, () => string> = {
  FEIDE: () => m["federatedLogin.otherFeideAccount"](),
  GOOGLE: () => m["federatedLogin.otherGoogleAccount"](),
  APPLE: () => m["federatedLogin.otherAppleAccount"](),
};

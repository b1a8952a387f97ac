import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { LoginFailure } from "#/features/login/login-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import styles from "./federated-login.module.css";
import { providerNames, providerPages } from "./provider-login.ts";

export interface ProviderFailureProps {
  provider: Provider;
  /** The code in the address. */
  code: string;
  /** A session exists, this user's or another's; the page below shows whose. */
  isLoggedIn: boolean;
}

/** Why a login at a provider failed, and what to do next. */
export function ProviderFailure({ provider, code, isLoggedIn }: ProviderFailureProps) {
  const { supportEmail } = usePortal().settings;
  const next = isLoggedIn && code === "errors.identityUnknown" ? "profile" : nextStep(code);
  return (
    <LoginFailure failure={failureOfCode(code)} texts={providerTexts}>
      {next === "administrator" && (
        <p className={styles["next"]}>
          {m["federatedLogin.askAdministrator"]()}{" "}
          <a href={`mailto:${supportEmail}`}>
            <Breakable text={supportEmail} />
          </a>
        </p>
      )}
      {next === "other-way" && <p className={styles["next"]}>{m["federatedLogin.chooseAnother"]()}</p>}
      {next === "profile" && (
        <p className={styles["next"]}>
          <a href="/users/me" className={buttonClass("secondary", "small")}>
            {m["federatedLogin.connectOnProfile"]()}
          </a>
        </p>
      )}
      {next === "again" && (
        <p className={styles["next"]}>
          <a href={providerPages[provider]} className={buttonClass("secondary", "small")}>
            {m["federatedLogin.tryAgain"]({ provider: providerNames[provider] })}
          </a>
        </p>
      )}
    </LoginFailure>
  );
}

type NextStep = "administrator" | "again" | "other-way" | "profile";

/**
 * Most failures at a provider disappear with a retry. Some need an administrator, or another way to log in. A person without an account
 * who is not logged in has a page of their own (unknown-person-screen.tsx).
 */
function nextStep(code: string): NextStep {
  switch (code) {
    case "errors.affiliationMismatch":
    case "errors.identityTaken":
    case "errors.noLoginPermissions":
    case "errors.userNotActive":
      return "administrator";
    case "errors.loginTypeNotAllowed":
    case "errors.providerOff":
      return "other-way";
    default:
      return "again";
  }
}

const providerTexts = {
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.identityTaken": () => m["errors.identityTaken"](),
  "errors.identityUnknown": () => m["errors.identityUnknown"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
  "errors.providerAnswerInvalid": () => m["errors.providerAnswerInvalid"](),
  "errors.providerAway": () => m["errors.providerAway"](),
  "errors.providerLoginStale": () => m["errors.providerLoginStale"](),
  "errors.providerOff": () => m["errors.providerOff"](),
  "errors.providerRefused": () => m["errors.providerRefused"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};

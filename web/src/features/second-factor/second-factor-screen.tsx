import { endpointUrl } from "@storyport/contract/endpoint";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext, useRouter } from "@tanstack/react-router";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { useDeed } from "#/api/use-deed.ts";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { AnswerFailure } from "./answer-failure.tsx";
import { CodeForm } from "./code-form.tsx";
import { LogInAsSomeoneElse } from "./log-in-as-someone-else.tsx";
import styles from "./second-factor.module.css";
import type { SecondFactorSearch } from "./second-factor-search.ts";

/** Asks for the second factor after the first was right. A native form, so it works before its script does (DESIGN 8.10). */
export function SecondFactorScreen({ search }: { search: SecondFactorSearch }) {
  const context = useRouteContext({ from: "__root__" });
  const router = useRouter();
  const deed = useDeed(search.error === undefined ? undefined : failureOfCode(search.error));
  const isBackup = search.backup !== undefined;

  const answer = async (code: string) => {
    welcomeAccount(context, await context.call(verifySecondFactor, { body: { code } }));
    await router.navigate({ href: "/post-login" });
  };
  return (
    <>
      <PageHeading intro={isBackup ? m["secondFactor.askBackupIntro"]() : m["secondFactor.askIntro"]()}>
        {m["secondFactor.askTitle"]()}
      </PageHeading>
      <AnswerFailure failure={deed.failure} />
      <CodeForm
        // Another field: it is empty and has the focus.
        key={isBackup ? "backup" : "app"}
        kind={isBackup ? "backup" : "app"}
        action={endpointUrl(verifySecondFactor)}
        button={{ size: "large", wide: true, children: m["secondFactor.answer"]() }}
        deed={deed}
        onSubmit={(code) => void deed.act(() => answer(code))}
      />
      <div className={styles["ways"]}>
        <Link
          to="/login/second-factor"
          search={isBackup ? {} : { backup: "1" }}
          replace
          className={buttonClass("quiet")}
          onClick={deed.forget}
        >
          {isBackup ? m["secondFactor.useApp"]() : m["secondFactor.useBackup"]()}
        </Link>
        <LogInAsSomeoneElse />
        <Disclosure showText={m["secondFactor.lostShow"]()} hideText={m["secondFactor.lostHide"]()}>
          <p>{m["secondFactor.lost"]({ email: context.settings.supportEmail })}</p>
        </Disclosure>
      </div>
    </>
  );
}

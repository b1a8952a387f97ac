import { endpointUrl } from "@storyport/contract/endpoint";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import { UsePasskey } from "#/features/passkeys/use-passkey.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { CodeForm } from "./code-form.tsx";
import { LogInAsSomeoneElse } from "./log-in-as-someone-else.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";
import type { SecondFactorSearch } from "./second-factor-search.ts";

/** Asks for the second factor after the first. A native form, so it works before its script runs (DESIGN 8.10). */
export function SecondFactorScreen({ search, hasPasskey }: { search: SecondFactorSearch; hasPasskey: boolean }) {
  const context = usePortal();
  const submission = useAction(search.error === undefined ? {} : { failure: failureOfCode(search.error) });
  const isBackup = search.backup !== undefined;

  const answer = async (code: string) => {
    const next = await context.call(verifySecondFactor, { body: { code } });
    // The organization requires a passkey too, so the page of that step follows (docs/decisions/0073).
    if ("secondFactor" in next) return await leaveFor("/login/second-factor?passkey=1");
    welcomeAccount(context, next);
    await leaveFor("/post-login");
  };
  return (
    <>
      <PageHeading intro={isBackup ? m["secondFactor.askBackupIntro"]() : m["secondFactor.askIntro"]()}>
        {m["secondFactor.askTitle"]()}
      </PageHeading>
      {submission.failure !== undefined && !isAboutCode(submission.failure) && (
        <ActionFailure failure={submission.failure} texts={secondFactorTexts} />
      )}
      <CodeForm
        kind={isBackup ? "backup" : "app"}
        action={endpointUrl(verifySecondFactor)}
        button={{ size: "large", wide: true, children: m["secondFactor.answer"]() }}
        submission={submission}
        onSubmit={(code) => void submission.act(() => answer(code))}
      />
      <div className={styles["ways"]}>
        {hasPasskey && <UsePasskey action={submission} variant="secondary" />}
        <a href={isBackup ? "/login/second-factor" : "/login/second-factor?backup=1"} className={buttonClass("quiet")}>
          {isBackup ? m["secondFactor.useApp"]() : m["secondFactor.useBackup"]()}
        </a>
        <LogInAsSomeoneElse />
        <Disclosure quiet showText={m["secondFactor.lostShow"]()} hideText={m["secondFactor.lostHide"]()}>
          <p>{m["secondFactor.lost"]({ email: context.settings.supportEmail })}</p>
        </Disclosure>
      </div>
    </>
  );
}

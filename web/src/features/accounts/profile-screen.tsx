import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { OwnGames } from "#/features/game-rights/own-games.tsx";
import { OwnProposal } from "#/features/email-changes/own-proposal.tsx";
import { WaysOfLoggingIn } from "#/features/federated-login/ways-of-logging-in.tsx";
import type { ConnectResult } from "#/features/federated-login/connect-result.ts";
import { OwnPasskeys } from "#/features/passkeys/own-passkeys.tsx";
import { SecondFactorPart } from "#/features/second-factor/second-factor-part.tsx";
import { OwnSessions } from "#/features/sessions/own-sessions.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import styles from "./profile.module.css";
import { WhoIAm } from "./who-i-am.tsx";

/**
 * Shows the account and what its owner may change. A control shows the current user object as raw JSON (specification, section 2,
 * /users/me). A login by badge or code proves too little for these changes. So it only shows the user (DESIGN A6).
 */
export function ProfileScreen({ user, result }: { user: SessionUser; result: ConnectResult }) {
  const isChild = user.loginType === "QRCODE";
  return (
    <div className={styles["profile"]}>
      <PageHeading intro={m["profile.explanation"]()}>{m["profile.title"]()}</PageHeading>
      <WhoIAm user={user} />
      {isChild && <Notice quiet>{m["profile.badgeOnly"]()}</Notice>}
      {!isChild && (
        <>
          <OwnProposal />
          <LanguageChoice />
          <WaysOfLoggingIn user={user} result={result} />
          {!isOnlyStudent(user) && <OwnPasskeys />}
          <SecondFactorPart />
          <OwnGames />
          <OwnSessions />
          <OwnData />
          <DeleteAccount />
        </>
      )}
      <RawData user={user} />
    </div>
  );
}

/** Students log in by a badge, which is the school's. So they have no passkeys (decision 64). The server refuses them too. */
function isOnlyStudent({ roles }: SessionUser): boolean {
  return roles.length > 0 && roles.every((role) => role === "student");
}

function OwnData() {
  const { settings } = usePortal();
  return (
    <TitledSection title={m["personalData.linkTitle"]()} intro={m["personalData.linkIntro"]({ productName: settings.productName })}>
      <Link to="/users/me/personal-data" className={buttonClass("secondary")}>
        {m["personalData.link"]()}
      </Link>
    </TitledSection>
  );
}

function DeleteAccount() {
  return (
    <TitledSection title={m["profile.deleteTitle"]()} intro={m["profile.deleteIntro"]()}>
      <p>{m["profile.deleteExplanation"]()}</p>
      <a href="/account/request-deletion" className={buttonClass("secondary")}>
        {m["profile.delete"]()}
      </a>
    </TitledSection>
  );
}

function RawData({ user }: { user: SessionUser }) {
  return (
    <TitledSection title={m["profile.rawTitle"]()} intro={m["profile.rawIntro"]()}>
      <Disclosure open showText={m["profile.rawShow"]()} hideText={m["profile.rawHide"]()}>
        <pre className={styles["json"]} tabIndex={0} role="region" aria-label={m["profile.raw"]()}>
          {JSON.stringify(user, null, 2)}
        </pre>
      </Disclosure>
    </TitledSection>
  );
}

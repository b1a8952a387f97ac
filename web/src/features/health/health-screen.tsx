import { getHealth } from "@storyport/contract/health";
import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { exactDate } from "#/shell/exact-date.tsx";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { DatabaseFacts } from "./database-facts.tsx";
import { Findings } from "./findings.tsx";
import { KeyFacts } from "./key-facts.tsx";
import { LoginBars } from "./login-bars.tsx";
import { loginsByMethod } from "./login-hours.ts";
import { MailFacts } from "./mail-facts.tsx";
import { PortalTable } from "./portal-table.tsx";
import { SweepTable } from "./sweep-table.tsx";
import styles from "./health.module.css";

/** How the platform is, for its administrators: first what is not well, then each part. */
export function HealthScreen() {
  const { data, error, refetch, isFetching } = useEndpoint(getHealth);
  const refresh = () => void refetch();
  const heading = m["health.title"]();
  if (data === undefined) {
    return (
      <MissingPage
        heading={heading}
        error={error}
        text={({ failure }) => m["health.failed"]({ reason: reasonText(failure) })}
        onRetry={refresh}
      >
        {null}
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading
        intro={m["health.intro"]()}
        actions={
          <Button variant="secondary" pending={isFetching} pendingText={m["health.refreshing"]()} onClick={refresh}>
            {m["health.refresh"]()}
          </Button>
        }
      >
        {heading}
      </PageHeading>
      <p role="status" className={styles["checked"]}>
        {m["health.checkedAt"]({ time: exactDate(new Date(data.checkedAt)) })}
      </p>
      {error !== null && <FailureNotice onRetry={refresh}>{m["health.failed"]({ reason: reasonText(error.failure) })}</FailureNotice>}
      <Findings findings={data.findings} />
      <Parts health={data} />
    </>
  );
}

function Parts({ health }: { health: PlatformHealth }) {
  return (
    <>
      <TitledSection title={m["health.logins"]()} intro={m["health.loginsIntro"]()}>
        <Logins logins={health.logins} />
      </TitledSection>
      <TitledSection title={m["health.mail"]()}>
        <MailFacts mail={health.mail} />
      </TitledSection>
      <TitledSection title={m["health.portals"]()} intro={m["health.portalsIntro"]()}>
        {health.portals.length === 0 ? <p>{m["health.noPortals"]()}</p> : <PortalTable portals={health.portals} />}
      </TitledSection>
      <TitledSection title={m["health.keys"]()} intro={m["health.keysIntro"]()}>
        <KeyFacts signingKeys={health.signingKeys} secretKey={health.secretKey} />
      </TitledSection>
      <TitledSection title={m["health.sweep"]()} intro={m["health.sweepIntro"]()}>
        {health.sweep.length === 0 ? <p>{m["health.sweepNone"]()}</p> : <SweepTable tables={health.sweep} />}
      </TitledSection>
      <TitledSection title={m["health.database"]()}>
        <DatabaseFacts database={health.database} />
      </TitledSection>
    </>
  );
}

function Logins({ logins }: Pick<PlatformHealth, "logins">) {
  const methods = loginsByMethod(logins);
  if (methods.length === 0) return <p>{m["health.noLogins"]()}</p>;
  return (
    <>
      {logins.countedFrom !== null && <p>{m["health.countedFrom"]({ time: formatMoment(logins.countedFrom) })}</p>}
      <div className={styles["methods"]}>
        {methods.map((method) => (
          <LoginBars key={method.method} logins={method} />
        ))}
      </div>
    </>
  );
}

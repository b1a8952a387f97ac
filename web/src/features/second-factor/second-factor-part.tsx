import { secondFactorStatus, renewBackupCodes } from "@storyport/contract/second-factor";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { formatDay } from "#/shell/dates.ts";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { LeaveCodesQuestion } from "./leave-codes-question.tsx";
import { RemoveFactor } from "./remove-factor.tsx";
import { SetUp } from "./set-up.tsx";
import { ProveByCode } from "./prove-by-code.tsx";

type Status = ResponseOf<typeof secondFactorStatus>;

/** The user's own second factor: setting it up, new backup codes, removing it. */
export function SecondFactorPart() {
  const query = useEndpoint(secondFactorStatus);
  const [message, setMessage] = useState<string>();
  // The codes are shown once, so a refetch of the status below must not remove them before the owner confirms.
  const [toKeep, setToKeep] = useState<{ codes: readonly string[]; words: string }>();
  if (toKeep !== undefined) {
    const leave = () => {
      setToKeep(undefined);
      setMessage(toKeep.words);
    };
    return (
      <TitledSection title={m["secondFactor.title"]()} intro={m["secondFactor.intro"]()}>
        <BackupCodes heading="h3" codes={toKeep.codes} done={m["secondFactor.done"]()} onKept={leave} LeaveQuestion={LeaveCodesQuestion} />
      </TitledSection>
    );
  }
  return (
    <TitledSection title={m["secondFactor.title"]()} intro={m["secondFactor.intro"]()}>
      {message !== undefined && <Notice takesFocus={message} tone="success" title={message} />}
      <LoadedPart query={query} failed={m["secondFactor.failed"]()}>
        {(status) =>
          status.enrolled ? (
            <EnrolledFactor
              status={status}
              onRemoved={() => setMessage(m["secondFactor.removed"]())}
              onRenewed={(codes) => setToKeep({ codes, words: m["secondFactor.renewed"]() })}
              onBegin={() => setMessage(undefined)}
            />
          ) : (
            <SetUp heading="h3" onConfirmed={({ backupCodes }) => setToKeep({ codes: backupCodes, words: m["secondFactor.isOn"]() })}>
              <p>{status.required ? m["secondFactor.offRequired"]() : m["secondFactor.off"]()}</p>
              <p>{m["secondFactor.offExplanation"]()}</p>
            </SetUp>
          )
        }
      </LoadedPart>
    </TitledSection>
  );
}

interface EnrolledFactorProps {
  status: Status;
  onRemoved: () => void;
  onRenewed: (codes: string[]) => void;
  onBegin: () => void;
}

/** With this number of codes or fewer, the page advises new codes. */
const fewCodes = 3;

function EnrolledFactor({ status, onRemoved, onRenewed, onBegin }: EnrolledFactorProps) {
  const [doing, setDoing] = useState<"renew" | "remove">();
  const begin = (what: "renew" | "remove") => {
    onBegin();
    setDoing(what);
  };
  const [renew, remove] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const leave = () =>
    focusOnceDrawn(
      () => setDoing(undefined),
      () => (doing === "renew" ? renew : remove).current,
    );
  if (doing === "renew") return <RenewCodes onCancel={leave} onRenewed={onRenewed} />;
  if (doing === "remove") return <RemoveFactor onCancel={leave} onDone={onRemoved} />;
  const { confirmedAt, backupCodesLeft, required } = status;
  return (
    <>
      <p>
        <Badge tone="success">{m["secondFactor.on"]()}</Badge>{" "}
        {confirmedAt !== undefined && m["secondFactor.since"]({ date: formatDay(confirmedAt) })}
      </p>
      {backupCodesLeft <= fewCodes ? (
        <Notice quiet title={codesLeftText(backupCodesLeft)}>
          {m["secondFactor.fewCodes"]()}
        </Notice>
      ) : (
        <p>{codesLeftText(backupCodesLeft)}</p>
      )}
      <Row>
        <Button ref={renew} variant="secondary" onClick={() => begin("renew")}>
          {m["secondFactor.renew"]()}
        </Button>
        {!required && (
          <Button ref={remove} variant="quiet" onClick={() => begin("remove")}>
            {m["secondFactor.remove"]()}
          </Button>
        )}
      </Row>
      {required && <p>{m["secondFactor.demanded"]()}</p>}
    </>
  );
}

function codesLeftText(count: number): string {
  if (count === 0) return m["secondFactor.codesLeftNone"]();
  return count === 1 ? m["secondFactor.codesLeftOne"]() : m["secondFactor.codesLeft"]({ count });
}

/** Makes ten new backup codes, after a code: an open browser alone is not enough. */
function RenewCodes({ onCancel, onRenewed }: { onCancel: () => void; onRenewed: (codes: string[]) => void }) {
  const { call } = usePortal();
  const submission = useAction();
  const renew = async (code: string) => onRenewed((await call(renewBackupCodes, { body: { code } })).backupCodes);
  return (
    <ProveByCode
      title={m["secondFactor.renewTitle"]()}
      explanation={m["secondFactor.renewExplanation"]()}
      button={{ children: m["secondFactor.renew"]() }}
      submission={submission}
      onSubmit={(code) => void submission.act(() => renew(code))}
      onCancel={onCancel}
    />
  );
}

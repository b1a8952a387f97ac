import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { ComponentType } from "react";
import { usePortal } from "#/shell/portal.ts";
import { useDraft } from "#/shell/session-end.ts";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { NotOnPaper } from "#/ui/paper.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./second-factor.module.css";

interface BackupCodesProps {
  /** One level below the heading of the part that contains the codes. */
  heading: "h2" | "h3";
  codes: readonly string[];
  /** The label of the button that removes them. */
  done: string;
  onKept: () => void;
  /** Asks before another page of the logged-in area opens. The browser itself asks before the document is left. */
  LeaveQuestion?: ComponentType<{ isKept: boolean }>;
}

/**
 * Shows the ten codes once. They disappear when the owner confirms having stored them, or confirms leaving without them.
 * `data-backup-codes`: a print of the profile has the codes alone (profile.module.css).
 */
export function BackupCodes({ heading: Heading, codes, done, onKept, LeaveQuestion }: BackupCodesProps) {
  const { settings } = usePortal();
  const title = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [isKept, setIsKept] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  useEffect(() => title.current?.focus(), []);
  // The codes are never shown again, so the end of the session must not take them away.
  useDraft({ isTouched: () => !isKept });
  const words = m["secondFactor.codesTitle"]();
  const file = [`${settings.productName}: ${words}`, "", ...codes, "", m["secondFactor.codesAdvice"](), ""].join("\n");
  const leave = () => {
    if (isKept) return onKept();
    setIsReminded(true);
    box.current?.focus();
  };
  useEffect(() => {
    if (isKept) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isKept]);
  return (
    <div className={styles["backup"]} data-backup-codes>
      <Heading ref={title} tabIndex={-1}>
        {words}
      </Heading>
      <p>{m["secondFactor.codesAdvice"]()}</p>
      <ol className={styles["codes"]}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <NotOnPaper>
        <Row>
          <CopyButton text={codes.join("\n")} />
          <LinkButton
            variant="secondary"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download={`${settings.productName}-${m["secondFactor.fileName"]()}.txt`}
          >
            {m["secondFactor.download"]()}
          </LinkButton>
          <Button variant="secondary" onClick={() => print()}>
            {m["secondFactor.print"]()}
          </Button>
        </Row>
      </NotOnPaper>
      <NotOnPaper>
        <Checkbox
          ref={box}
          id="codes-kept"
          label={m["secondFactor.kept"]()}
          error={isReminded && !isKept && m["secondFactor.keepFirst"]()}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <Button onClick={leave}>{done}</Button>
      </NotOnPaper>
      {LeaveQuestion !== undefined && <LeaveQuestion isKept={isKept} />}
    </div>
  );
}

/** Copies a text and confirms it. If the browser forbids copying, it says what to do instead. */
export function CopyButton({ text }: { text: string }) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage(m["secondFactor.copied"]());
    } catch {
      setMessage(m["secondFactor.notCopied"]());
    }
  };
  return (
    <div className={styles["copy"]}>
      <Button variant="secondary" onClick={() => void copy()}>
        {m["secondFactor.copy"]()}
      </Button>
      <span role="status">{message}</span>
    </div>
  );
}

import { m } from "@storyport/texts/messages";
import { useBlocker, useRouteContext } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { classes } from "#/ui/classes.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./second-factor.module.css";

interface BackupCodesProps {
  /** One below the heading of the part they stand in. */
  heading: "h2" | "h3";
  codes: readonly string[];
  /** The words of the button that leaves them for good. */
  done: string;
  onKept: () => void;
}

/** The ten codes, shown this once: they go when their owner says that they have kept them, or leaves without them and says so. */
export function BackupCodes({ heading: Heading, codes, done, onKept }: BackupCodesProps) {
  const { settings } = useRouteContext({ from: "__root__" });
  const title = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [isKept, setIsKept] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  useEffect(() => title.current?.focus(), []);
  const words = m["secondFactor.codesTitle"]();
  const file = [`${settings.productName}: ${words}`, "", ...codes, "", m["secondFactor.codesAdvice"](), ""].join("\n");
  const leave = () => {
    if (isKept) return onKept();
    setIsReminded(true);
    box.current?.focus();
  };
  const leaving = useBlocker({
    // To jump within the page, as the skip link does, is not to leave it.
    shouldBlockFn: ({ current, next }) => !isKept && next.pathname !== current.pathname,
    enableBeforeUnload: () => !isKept,
    withResolver: true,
  });
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
      <div className={styles["screenOnly"]}>
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
      </div>
      <div className={classes(styles["backup"], styles["screenOnly"])}>
        <Checkbox
          ref={box}
          id="codes-kept"
          label={m["secondFactor.kept"]()}
          error={isReminded && !isKept && m["secondFactor.keepFirst"]()}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <Button onClick={leave}>{done}</Button>
      </div>
      {leaving.status === "blocked" && (
        <ConfirmDialog
          title={m["secondFactor.leaveTitle"]()}
          confirmText={m["secondFactor.leave"]()}
          cancelText={m["secondFactor.stay"]()}
          danger
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          {m["secondFactor.leaveWarning"]()}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Copies, and says so; where the browser forbids it, says how to do without. */
export function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(m["secondFactor.copied"]());
    } catch {
      setSaid(m["secondFactor.notCopied"]());
    }
  };
  return (
    <div className={styles["copy"]}>
      <Button variant="secondary" onClick={() => void copy()}>
        {m["secondFactor.copy"]()}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

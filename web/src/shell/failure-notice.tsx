import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";

interface FailureNoticeProps {
  /** The whole sentence, such as "Failed to load organizations: ...". */
  children: ReactNode;
  onRetry?: () => void;
  /** As of a Notice. */
  takesFocus?: unknown;
}

/** A failed call, with a retry if that may help. */
export function FailureNotice({ children, onRetry, takesFocus }: FailureNoticeProps) {
  return (
    <Notice tone="error" takesFocus={takesFocus}>
      <p>{children}</p>
      {onRetry !== undefined && (
        <Row>
          <Button variant="secondary" size="small" onClick={onRetry}>
            {m["app.tryAgain"]()}
          </Button>
        </Row>
      )}
    </Notice>
  );
}

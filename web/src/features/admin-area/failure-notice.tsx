import { m } from "@storyport/texts/messages";
import type { ReactNode, Ref } from "react";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { BackToLogin } from "./back-to-login.tsx";

interface FailureNoticeProps {
  failure: Failure;
  /** The whole sentence, such as "Failed to load organizations: ...". */
  children: ReactNode;
  onRetry?: () => void;
  /** To move the focus to the box. */
  ref?: Ref<HTMLDivElement>;
}

/** A failed call with the next step: a login if the session has ended, else a retry. */
export function FailureNotice({ failure, children, onRetry, ref }: FailureNoticeProps) {
  return (
    <Notice tone="error" {...(ref !== undefined && { ref })}>
      <p>{children}</p>
      <Row>
        {failure.status === 401 ? (
          <BackToLogin size="small" />
        ) : (
          onRetry !== undefined && (
            <Button variant="secondary" size="small" onClick={onRetry}>
              {m["app.tryAgain"]()}
            </Button>
          )
        )}
      </Row>
    </Notice>
  );
}

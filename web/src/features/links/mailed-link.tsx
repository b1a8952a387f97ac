import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { useAction } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import type { Failure } from "#/api/api-error.ts";
import { SlowScript } from "#/shell/slow-page.tsx";
import { Button } from "#/ui/button.tsx";
import { Stack } from "#/ui/stack.tsx";
import { DeadLink } from "./dead-link.tsx";
import type { DeadLinkProps } from "./dead-link.tsx";
import { resultOf } from "./form-return.ts";
import type { CheckedPage, LinkPage } from "./form-return.ts";
import { LinkDone } from "./link-done.tsx";
import type { LinkSearch } from "./link-search.ts";
import { isDead, missingLink } from "./link-texts.ts";
import { useLinkCheck } from "./use-link-check.ts";
import type { LinkCheck } from "./use-link-check.ts";
import { useLinkToken } from "./use-link-token.ts";
import type { LinkToken } from "./use-link-token.ts";
import { LinkFailure } from "./link-failure.tsx";
import styles from "./links.module.css";

interface LinkWords extends Pick<DeadLinkProps, "heading" | "askAgainAt"> {
  /** The texts after success. */
  done: string;
  doneMore?: string;
  /** The code of the failure if the page was opened without a link, and of its cause. */
  missing: string;
  missingBecause?: string;
}

interface MailedLinkProps extends LinkWords {
  page: LinkPage;
  children: (form: { sending: Action; token: string }) => ReactNode;
}

/** The page of a mailed link: `children` while it may be valid, otherwise why not and the next step. */
export function MailedLink({ page, children, ...words }: MailedLinkProps) {
  const link = useLinkToken(page.code ?? page.attempt.code);
  const sending = useAction(resultOf(page.search));
  return (
    <LinkFrame words={words} link={link} sending={sending}>
      {(token) => children({ token, sending })}
    </LinkFrame>
  );
}

interface CheckedLinkProps<Answer> extends LinkWords {
  page: CheckedPage<Answer>;
  /** Fetches the account that the link is for. */
  ask: (params: Required<LinkSearch>) => Promise<Answer>;
  children: (form: { sending: Action; token: string; gameId: number; answer: Answer }) => ReactNode;
}

/** The page of a link whose address also names a game. It shows the account before the user submits anything. */
export function CheckedLink<Answer>({ page, ask, children, ...words }: CheckedLinkProps<Answer>) {
  const { gameId } = page;
  const given = useLinkToken(page.code ?? page.attempt.code);
  const link: LinkToken = gameId === undefined ? { is: "missing" } : given;
  const sending = useAction(resultOf(page.search));
  const proof = link.is === "known" && gameId !== undefined ? { code: link.token, gameId } : undefined;
  const check = useLinkCheck(proof, ask, page.found);
  const { found } = check;
  return (
    <LinkFrame words={words} link={link} sending={sending} check={check}>
      {(token) => gameId !== undefined && found.is === "good" && children({ token, gameId, answer: found.answer, sending })}
    </LinkFrame>
  );
}

interface PreviewedLinkProps<Answer> extends LinkWords {
  page: LinkPage & { found?: LinkCheck<Answer> | undefined };
  /** Fetches what the link is about. */
  ask: (params: { code: string }) => Promise<Answer>;
  children: (form: { sending: Action; token: string; answer: Answer }) => ReactNode;
}

/** The page of a link without a game. It shows what the link is about before the user submits anything. */
export function PreviewedLink<Answer>({ page, ask, children, ...words }: PreviewedLinkProps<Answer>) {
  const link = useLinkToken(page.code ?? page.attempt.code);
  const sending = useAction(resultOf(page.search));
  const check = useLinkCheck(link.is === "known" ? { code: link.token } : undefined, ask, page.found);
  const { found } = check;
  return (
    <LinkFrame words={words} link={link} sending={sending} check={check}>
      {(token) => found.is === "good" && children({ token, answer: found.answer, sending })}
    </LinkFrame>
  );
}

interface LinkFrameProps {
  sending: Action;
  words: LinkWords;
  link: LinkToken;
  check?: ReturnType<typeof useLinkCheck>;
  children: (token: string) => ReactNode;
}

/** Shows the first that applies: success, a dead link, a failed check, the form, or the wait for the link. */
function LinkFrame({ words, link, sending, check, children }: LinkFrameProps) {
  const { heading, done, doneMore, missing, missingBecause, askAgainAt } = words;
  const found = check?.found;
  const failure = sending.failure ?? (found?.is === "failed" ? found.failure : undefined);
  const dead = failure !== undefined && isDead(failure) ? failure : undefined;
  const deadLink = { heading, failure: dead ?? missingLink(missing, missingBecause), ...(askAgainAt !== undefined && { askAgainAt }) };
  if (sending.isDone) return <LinkDone heading={heading} done={done} {...(doneMore !== undefined && { more: doneMore })} />;
  if (dead !== undefined || link.is === "missing") return <DeadLink {...deadLink} />;
  if (check?.found.is === "failed") return <LinkCheckFailed heading={heading} failure={check.found.failure} onRetry={check.retry} />;
  if (link.is === "known" && found?.is !== "checking") return children(link.token);
  return (
    <NoLinkInAddress {...deadLink}>
      <PageHeading>{heading}</PageHeading>
      <Pending>{m["links.checking"]()}</Pending>
      <SlowScript />
    </NoLinkInAddress>
  );
}

/** The check could not be made, so the link may still be valid. */
function LinkCheckFailed({ heading, failure, onRetry }: { heading: string; failure: Failure; onRetry: () => void }) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <LinkFailure failure={failure} />
      <Button size="large" onClick={onRetry}>
        {m["links.tryAgain"]()}
      </Button>
    </>
  );
}

/** Shows `children` while only the browser can know the link. Without script there is no link. */
function NoLinkInAddress({ children, ...dead }: DeadLinkProps & { children: ReactNode }) {
  return (
    <>
      <Stack className={styles["waiting"]}>{children}</Stack>
      <noscript>
        <Stack>
          <DeadLink {...dead} />
        </Stack>
      </noscript>
    </>
  );
}

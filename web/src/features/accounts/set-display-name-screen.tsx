import { setDisplayName } from "@storyport/contract/accounts";
import { displayNameFault, stripMarkup } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { useState, useEffect } from "react";
import { waits } from "@storyport/contract/limits";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { FirstPagePending } from "#/shell/page-pending.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { WatchSession } from "#/shell/session-end-notice.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { useInBrowser } from "#/ui/use-in-browser.ts";

/** Asks for the display name (specification, sections 2, 4 and 5). It renders in the browser only, because the draft is stored there. */
export function SetDisplayNameScreen() {
  if (useInBrowser(() => true) === undefined) return <FirstPagePending />;
  return (
    <WatchSession>
      <DisplayNameQuestion />
    </WatchSession>
  );
}

function DisplayNameQuestion() {
  const { loginState } = usePortal();
  const { permissions } = useUser();
  // "/game-redirect if a callback URL is stored, otherwise /" (specification, section 4).
  const [next] = useState<"/" | "/game-redirect">(() => (loginState.read().callbackUrl === undefined ? "/" : "/game-redirect"));
  const [isSet, setIsSet] = useState(false);

  if (isSet) return <DisplayNameSet next={next} />;
  return (
    <>
      <PageHeading intro={m["setDisplayName.explanation"]()}>{m["setDisplayName.title"]()}</PageHeading>
      {permissions.includes("set_display_name") ? (
        <DisplayNameForm onSet={() => setIsSet(true)} />
      ) : (
        <Notice tone="error" quiet title={m["errors.displayNameNotPermitted"]()} />
      )}
      <a href={next} className={buttonClass("quiet")}>
        {m["setDisplayName.skip"]()}
      </a>
    </>
  );
}

/** Checks the server's rule first, so that most refusals need no request. */
function DisplayNameForm({ onSet }: { onSet: () => void }) {
  const { call } = usePortal();
  const form = useKeptForm("set-display-name", { displayName: useUser().displayName ?? "" });
  const { displayName } = form.values;
  const { isBusy, failure, act, forget } = useAction();
  const [fault, setFault] = useState<{ message: string }>();
  const messages = fault === undefined ? messagesOf(failure) : [fault.message];
  const isAboutName = fault !== undefined || failure?.status === 400;

  const submit = () => {
    const broken = displayNameFault(displayName);
    setFault(broken && { message: nameTexts[broken]() });
    if (broken !== undefined) return forget();
    void act(async () => {
      await call(setDisplayName, { body: { displayName: stripMarkup(displayName) } });
      onSet();
    });
  };
  return (
    <Stack
      as="form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <KeptFormNotice form={form} />
      {messages.length > 0 && (
        <Notice takesFocus={fault ?? failure} tone="error">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      <TextField
        label={m["setDisplayName.label"]()}
        hint={m["setDisplayName.hint"]()}
        error={isAboutName ? messages.join(" ") : undefined}
        name="displayName"
        id="displayName"
        value={displayName}
        onChange={(event) => form.change({ displayName: event.currentTarget.value })}
        autoComplete="nickname"
        required
      />
      <Button type="submit" size="large" wide pending={isBusy} pendingText={m["setDisplayName.pending"]()}>
        {m["setDisplayName.button"]()}
      </Button>
    </Stack>
  );
}

/** The server's message, or its list of messages, each translated (specification, section 7). */
function messagesOf(failure: Failure | undefined): string[] {
  if (failure === undefined) return [];
  if (failure.errors === undefined || failure.errors.length === 0) return [failureText(failure, nameTexts)];
  const translate = ({ code, message }: { code?: string | undefined; message: string }) =>
    code === undefined ? message : failureText({ ...failure, code, message }, nameTexts);
  return [...new Set(failure.errors.map(translate))];
}

const nameTexts = {
  "errors.displayNameLength": () => m["errors.displayNameLength"](),
  "errors.displayNameNotPermitted": () => m["errors.displayNameNotPermitted"](),
  "errors.displayNameSpecialCharacters": () => m["errors.displayNameSpecialCharacters"](),
};

/** Reports success and continues after a moment. A link lets users continue at once. */
function DisplayNameSet({ next }: { next: "/game-redirect" | "/" }) {
  useEffect(() => {
    const timer = setTimeout(() => location.assign(next), waits.afterSuccess);
    return () => clearTimeout(timer);
  }, [next]);

  return (
    <>
      <PageHeading>{m["setDisplayName.title"]()}</PageHeading>
      <Notice takesFocus tone="success" title={m["setDisplayName.done"]()} />
      <a href={next} className={buttonClass("primary", "large")}>
        {m["setDisplayName.continue"]()}
      </a>
    </>
  );
}

import { m } from "@storyport/texts/messages";
import { useEffect, useId, useRef, useState } from "react";
import { dropKeptValues, readKeptValues } from "#/features/admin-area/kept-values.ts";
import { PagePending } from "#/shell/page-pending.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { useIsAwake } from "#/shell/use-is-awake.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { DisplayNameSet } from "./display-name-set.tsx";
import { pageAfterDisplayName } from "./page-after-display-name.ts";
import { nameForm, useSetDisplayName } from "./use-set-display-name.ts";

/** Asks for the display name (specification, sections 2, 4 and 5). It renders in the browser only, because the draft is stored there. */
export function SetDisplayNameScreen() {
  return useIsAwake() ? <DisplayNameQuestion /> : <PagePending />;
}

function DisplayNameQuestion() {
  const { loginState } = usePortal();
  const user = useUser();
  const [next] = useState(() => pageAfterDisplayName(loginState.read()));
  // The draft from before the session ended, if any.
  const [typed] = useState(() => readKeptValues({ form: nameForm, accountId: user.accountId }, { displayName: "" })?.displayName);
  const { progress, setDisplayName } = useSetDisplayName();
  useEffect(() => dropKeptValues(nameForm), []);
  const mayName = user.permissions.includes("set_display_name");

  if (progress.is === "done") return <DisplayNameSet next={next} />;
  return (
    <>
      <PageHeading intro={m["setDisplayName.explanation"]()}>{m["setDisplayName.title"]()}</PageHeading>
      {mayName ? (
        <DisplayNameForm current={typed ?? user.displayName} progress={progress} onSubmit={setDisplayName} />
      ) : (
        <Notice tone="error" quiet title={m["errors.displayNameNotPermitted"]()} />
      )}
      <a href={next} className={buttonClass("quiet")}>
        {m["setDisplayName.skip"]()}
      </a>
    </>
  );
}

interface DisplayNameFormProps {
  current: string | undefined;
  progress: ReturnType<typeof useSetDisplayName>["progress"];
  onSubmit: (displayName: string) => void;
}

function DisplayNameForm({ current, progress, onSubmit }: DisplayNameFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const errorId = useId();
  const faults = progress.is === "refused" ? progress.messages : [];
  useEffect(() => {
    if (progress.is === "refused") box.current?.focus();
  }, [progress]);

  return (
    <Stack
      as="form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get("displayName");
        if (progress.is !== "submitting") onSubmit(typeof value === "string" ? value : "");
      }}
    >
      {faults.length > 0 && (
        <Notice ref={box} tone="error">
          <div id={errorId}>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </div>
        </Notice>
      )}
      <TextField
        label={m["setDisplayName.label"]()}
        hint={m["setDisplayName.hint"]()}
        error={progress.is === "refused" ? progress.fieldMessage : undefined}
        name="displayName"
        id="displayName"
        defaultValue={current}
        autoComplete="nickname"
        required
      />
      <Button type="submit" size="large" wide pending={progress.is === "submitting"} pendingText={m["setDisplayName.pending"]()}>
        {m["setDisplayName.button"]()}
      </Button>
    </Stack>
  );
}

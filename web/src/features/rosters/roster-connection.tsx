import { connectRoster, disconnectRoster, rosterModes, rosterSources } from "@storyport/contract/rosters";
import type { RosterConnection, RosterMode, RosterSource } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { useRefresh } from "#/api/use-endpoint.ts";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { hasMovedOn } from "#/shell/has-moved-on.ts";
import { usePortal, useUser } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { modeTexts, rosterRefusals, sourceTexts } from "./roster-texts.ts";

type UnreadTeacher = NonNullable<RosterConnection["unreadTeachers"]>[number];

interface ConnectionProps {
  organizationId: string;
  connection: RosterConnection | undefined;
}

/** How an organization is connected to its lists, and the form that changes it. */
export function RosterConnectionPart(props: ConnectionProps) {
  const { connection } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The key lets the form begin again with a connection that was saved. Its pressed button goes.
  const handleChanged = () => heading.current?.focus();
  const form = (
    <ConnectionForm
      {...props}
      onChanged={handleChanged}
      key={JSON.stringify([connection?.source, connection?.mode, connection?.schoolNumber])}
    />
  );
  return (
    <Stack as="section">
      <h2 ref={heading} tabIndex={-1}>
        {m["rosters.connection"]()}
      </h2>
      {connection === undefined ? (
        form
      ) : (
        <>
          <p>{m["rosters.connected"]({ source: sourceTexts[connection.source].name(), mode: modeTexts[connection.mode].name() })}</p>
          {connection.readAt !== undefined && <p>{m["rosters.readAt"]({ at: formatMoment(connection.readAt) })}</p>}
          {connection.failingSince !== undefined && (
            <Notice tone="error" quiet>
              {m["rosters.feideAway"]({ since: formatMoment(connection.failingSince) })}
            </Notice>
          )}
          {connection.unreadTeachers !== undefined && connection.unreadTeachers.length > 0 && (
            <Notice tone="error" quiet details={connection.unreadTeachers.map(unreadText)}>
              {m["rosters.unreadTeachers"]()}
            </Notice>
          )}
          <Disclosure showText={m["rosters.change"]()} hideText={m["rosters.change"]()}>
            {form}
          </Disclosure>
        </>
      )}
    </Stack>
  );
}

function unreadText({ name, since }: UnreadTeacher): string {
  return m["rosters.unreadTeacher"]({ name: isolate(name), since: formatMoment(since) });
}

interface ConnectionFormProps extends ConnectionProps {
  /** The connection was saved or ended, and the user has not moved on meanwhile. */
  onChanged: () => void;
}

/** Makes or changes the connection. With another source or school number the portal discards the runs that wait. */
function ConnectionForm({ organizationId, connection, onChanged }: ConnectionFormProps) {
  const { call } = usePortal();
  const isAdministrator = useUser().permissions.includes("admin");
  const save = useAction();
  const [source, setSource] = useState<RosterSource>(connection?.source ?? "ONEROSTER");
  const [mode, setMode] = useState<RosterMode>(connection?.mode ?? "APPROVAL");
  const [number, setNumber] = useState(connection?.schoolNumber ?? "");
  const numberField = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  // Feide names a school by a number of nine digits, which only an administrator of the portal sets.
  const needsAdministrator = source === "FEIDE" && !isAdministrator && connection?.schoolNumber === undefined;
  const handleSave = () => {
    const schoolNumber = number.replaceAll(/\s/g, "");
    const isFaulty = source === "FEIDE" && !/^\d{9}$/.test(schoolNumber);
    setIsWrong(isFaulty);
    if (isFaulty) return numberField.current?.focus();
    const body = { organizationId, source, mode, ...(source === "FEIDE" && { schoolNumber }) };
    void save.act(async () => {
      const pressed = document.activeElement;
      await call(connectRoster, { body });
      if (!hasMovedOn(pressed)) onChanged();
    });
  };
  return (
    <Stack>
      <RadioGroup
        name="source"
        label={m["rosters.source"]()}
        options={rosterSources.map((value) => ({ value, label: sourceTexts[value].name(), hint: sourceTexts[value].hint() }))}
        value={source}
        onChange={(value) => setSource(rosterSources.find((each) => each === value) ?? source)}
      />
      {needsAdministrator && <Notice>{m["rosters.schoolNumberAsk"]()}</Notice>}
      {source === "FEIDE" && !isAdministrator && !needsAdministrator && <p>{m["rosters.schoolNumberIs"]({ number })}</p>}
      {source === "FEIDE" && isAdministrator && (
        <TextField
          ref={numberField}
          label={m["rosters.schoolNumber"]()}
          hint={m["rosters.schoolNumberHint"]()}
          error={isWrong ? m["rosters.schoolNumberWrong"]() : undefined}
          inputMode="numeric"
          // Room for spaces, which users type between the digits.
          maxLength={20}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <RadioGroup
        name="mode"
        label={m["rosters.mode"]()}
        options={rosterModes.map((value) => ({ value, label: modeTexts[value].name(), hint: modeTexts[value].hint() }))}
        value={mode}
        onChange={(value) => setMode(rosterModes.find((each) => each === value) ?? mode)}
      />
      {save.failure !== undefined && (
        <FailureNotice takesFocus={save.failure}>{m["rosters.failed"]({ reason: reasonText(save.failure, rosterRefusals) })}</FailureNotice>
      )}
      <Row>
        {!needsAdministrator && (
          <Button pending={save.isBusy} pendingText={m["app.waiting"]()} onClick={handleSave}>
            {connection === undefined ? m["rosters.connect"]() : m["rosters.save"]()}
          </Button>
        )}
        {connection !== undefined && <Disconnect organizationId={organizationId} onChanged={onChanged} />}
      </Row>
    </Stack>
  );
}

function Disconnect({ organizationId, onChanged }: Pick<ConnectionFormProps, "organizationId" | "onChanged">) {
  const { call } = usePortal();
  const refresh = useRefresh();
  const action = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const handleConfirm = () =>
    void action.act(async () => {
      await call(disconnectRoster, { body: { organizationId } });
      // While the question is there, nothing else can take the focus.
      flushSync(() => setIsAsked(false));
      onChanged();
    });
  const handleCancel = () => {
    // After a refusal the connection may be outdated.
    if (action.failure !== undefined) refresh();
    action.forget();
    setIsAsked(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {m["rosters.disconnect"]()}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={m["rosters.disconnectQuestion"]()}
          confirmText={m["rosters.disconnect"]()}
          cancelText={m["rosters.keepConnection"]()}
          danger
          pending={action.isBusy}
          pendingText={m["app.waiting"]()}
          failure={action.failure && failureText(action.failure, rosterRefusals)}
          onConfirm={handleConfirm}
          onCancel={handleCancel}
        >
          {m["rosters.disconnectWarning"]()}
        </ConfirmDialog>
      )}
    </>
  );
}

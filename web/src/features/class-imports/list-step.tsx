import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { OrganizationPicker, useChosenOrganization } from "#/features/organizations/organization-picker.tsx";
import { useOwnOrganizations } from "#/features/player-groups/use-own-organizations.ts";
import type { OwnOrganizations } from "#/features/player-groups/use-own-organizations.ts";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Button } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Row } from "#/ui/stack.tsx";
import { TextArea } from "#/ui/text-area.tsx";
import { TextField } from "#/ui/text-field.tsx";
import styles from "./class-imports.module.css";
import { DiscardList } from "./discard-list.tsx";
import { problemText } from "./problem-text.ts";
import { useDropZone } from "./use-drop-zone.ts";
import type { DraftState } from "./use-import-draft.ts";
import { useReadList } from "./use-read-list.ts";
import type { ImportPlace, ReadList } from "./use-read-list.ts";

interface ListStepProps {
  state: DraftState;
  /** Rejects with an ApiError. Absent for a list of one class. */
  findPlace?: () => Promise<ImportPlace>;
  /** The fields that choose the place; gets what of it is missing, and the export that waits for it. */
  children?: (list: Pick<ReadList, "isPlaceMissing" | "classRefusals" | "waiting">) => ReactNode;
}

const ofOneClass = (): Promise<ImportPlace> => Promise.resolve({ isMissing: false, needsClass: false, part: {} });

/** The first step: paste or drop a list. A list that cannot be read stays in its field. */
export function ListStep({ state, findPlace = ofOneClass, children }: ListStepProps) {
  const { draft, wasKept, change } = state;
  const list = useReadList(state, findPlace);
  const { problem, failure } = list;
  const { zone, isOver } = useDropZone<HTMLFormElement>((file) => void list.takeFile(file));
  const names = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problem?.is === "empty") names.current?.focus();
  }, [problem]);
  return (
    <>
      {wasKept && <Notice>{m["classImports.kept"]()}</Notice>}
      {problem !== undefined && problem.is !== "empty" && <Notice tone="error">{problemText(problem)}</Notice>}
      {failure !== undefined && <Notice tone="error">{m["classImports.checkFailed"]({ reason: reasonText(failure) })}</Notice>}
      <form
        ref={zone}
        noValidate
        className={classes(styles["box"], isOver && styles["over"])}
        onSubmit={(event) => {
          event.preventDefault();
          list.takeList();
        }}
      >
        {children?.(list)}
        <TextArea
          ref={names}
          label={m["classImports.names"]()}
          hint={m["classImports.namesHint"]()}
          error={problem?.is === "empty" ? problemText(problem) : undefined}
          className={styles["names"]}
          dir="auto"
          rows={10}
          autoComplete="off"
          spellCheck={false}
          value={draft.text}
          // What was typed while the list is checked would be in no row.
          readOnly={list.isReading}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Formats />
        <FileField onFile={list.takeFile} isReading={list.isReading} />
        <Row>
          <Button type="submit" pending={list.isReading} pendingText={m["app.waiting"]()}>
            {m["classImports.check"]()}
          </Button>
          {(draft.text !== "" || list.waiting !== undefined) && !list.isReading && (
            <DiscardList onDiscard={() => focusOnceDrawn(list.discard, () => names.current)} />
          )}
        </Row>
      </form>
    </>
  );
}

function Formats() {
  return (
    <Disclosure showText={m["classImports.formatsShow"]()} hideText={m["classImports.formatsHide"]()} quiet>
      <ul>
        <li>{m["classImports.formatLines"]()}</li>
        <li>{m["classImports.formatColumns"]()}</li>
        <li>{m["classImports.formatFiles"]()}</li>
      </ul>
    </Disclosure>
  );
}

function FileField({ onFile, isReading }: { onFile: (file: File | undefined) => Promise<void>; isReading: boolean }) {
  return (
    <TextField
      label={m["classImports.file"]()}
      hint={m["classImports.fileHint"]()}
      type="file"
      disabled={isReading}
      accept=".csv,.txt,.tsv,.zip,text/csv,text/plain,application/zip"
      onChange={(event) => {
        const field = event.currentTarget;
        // The same file can be chosen again after it was corrected.
        void onFile(field.files?.[0]).then(() => (field.value = ""));
      }}
    />
  );
}

/** A single organization counts as chosen. */
function placeOf(picked: string, organizations: OwnOrganizations): ImportPlace {
  const only = organizations !== "all" && organizations.length === 1 ? organizations[0]?.id : undefined;
  const chosen = picked || only || "";
  return { isMissing: chosen === "", needsClass: true, part: { organizationId: chosen } };
}

/** The first step of a list of several classes. It also asks for the organization, and for the class of rows without a class. */
export function ListStepOfNoClass({ state }: { state: DraftState }) {
  const { draft, change } = state;
  const { known, wait } = useOwnOrganizations();
  const picked = useChosenOrganization(draft.organizationId, known === "all");
  return (
    // The user may check the list before the organizations are loaded.
    <ListStep state={state} findPlace={async () => placeOf(picked, await wait())}>
      {({ isPlaceMissing: isMissing, classRefusals, waiting }) => {
        const choice = {
          label: m["playerGroups.organization"](),
          placeholder: m["playerGroups.chooseOrganization"](),
          error: isMissing ? m["playerGroups.chooseOrganization"]() : undefined,
        };
        return (
          <>
            {isMissing && known?.length === 0 && <Notice tone="error">{m["playerGroups.mayNotCreate"]()}</Notice>}
            {waiting !== undefined && known?.length !== 0 && (
              <Notice>{m["classImports.fileWaits"]({ file: isolate(waiting.file), count: waiting.students.length })}</Notice>
            )}
            {known === "all" && <OrganizationPicker {...choice} value={picked} onChange={(organizationId) => change({ organizationId })} />}
            {known !== undefined && known !== "all" && known.length > 1 && (
              <Select
                {...choice}
                options={known.map(({ id, name }) => ({ value: id, label: name }))}
                value={draft.organizationId}
                onChange={(event) => change({ organizationId: event.currentTarget.value })}
              />
            )}
            <ClassField refusals={classRefusals} value={draft.className} onChange={(className) => change({ className })} />
          </>
        );
      }}
    </ListStep>
  );
}

/** `refusals`: how often the list was refused without a class. */
function ClassField({ refusals, value, onChange }: { refusals: number; value: string; onChange: (className: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusals > 0) field.current?.focus();
  }, [refusals]);
  return (
    <TextField
      ref={field}
      label={m["classImports.className"]()}
      hint={m["classImports.classNameHint"]()}
      error={refusals > 0 ? m["classImports.classNameNeeded"]() : undefined}
      dir="auto"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

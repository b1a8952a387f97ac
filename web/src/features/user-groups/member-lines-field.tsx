import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { DragEvent } from "react";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { TextArea } from "#/ui/text-area.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { linesFromCsv, readTextFile } from "./member-lines.ts";
import styles from "./user-groups.module.css";

interface MemberLinesFieldProps {
  value: string;
  /** The number of people in the text. */
  count: number;
  error: string | undefined;
  /** Returns the present text, also if the user has typed since the render. */
  now: () => string;
  onChange: (text: string) => void;
}

/** The box for new members, which accepts typing, pasting, a dropped file or a chosen file. The count follows the text. */
export function MemberLinesField({ value, count, error, now, onChange }: MemberLinesFieldProps) {
  const [isOver, setIsOver] = useState(false);
  const [unreadable, setUnreadable] = useState<File>();
  const handleFile = async (file: File | undefined) => {
    if (file === undefined) return;
    // A browser cannot read a dropped folder, or a file that was moved since it was chosen.
    const text = await readTextFile(file).catch(() => undefined);
    setUnreadable(text === undefined ? file : undefined);
    if (text === undefined) return;
    const lines = linesFromCsv(text);
    // The user may have typed while the file was read, or another file may have arrived.
    const before = now().trimEnd();
    onChange(before === "" ? lines : `${before}\n${lines}`);
  };
  const handleDrop = (event: DragEvent) => {
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void handleFile(file);
  };
  return (
    <>
      <TextArea
        label={m["userGroups.lines"]()}
        hint={m["userGroups.linesHint"]()}
        error={error}
        name="lines"
        value={value}
        rows={10}
        spellCheck={false}
        autoComplete="off"
        className={classes(styles["lines"], isOver && styles["isOver"])}
        onChange={(event) => onChange(event.currentTarget.value)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      />
      {unreadable !== undefined && (
        <Notice tone="error" takesFocus={unreadable}>
          {m["userGroups.fileUnreadable"]()}
        </Notice>
      )}
      <p role="status">{m["userGroups.count"]({ count })}</p>
      <TextField
        label={m["userGroups.file"]()}
        hint={m["userGroups.fileHint"]()}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => {
          const { files } = event.currentTarget;
          void handleFile(files?.[0]);
          // Reset, so that the same file can be chosen again after a correction.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { DragEvent } from "react";
import { classes } from "#/ui/classes.ts";
import { TextArea } from "#/ui/text-area.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { linesFromCsv, readTextFile } from "./member-lines.ts";
import styles from "./user-groups.module.css";

interface MemberLinesFieldProps {
  value: string;
  /** How many people the text names. */
  count: number;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The box for new members: typed, pasted, dropped as a file or chosen as one. The count follows. */
export function MemberLinesField({ value, count, error, onChange }: MemberLinesFieldProps) {
  const [isOver, setIsOver] = useState(false);
  const handleFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const lines = linesFromCsv(await readTextFile(file));
    onChange(value.trim() === "" ? lines : `${value.trimEnd()}\n${lines}`);
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
      <p role="status">{m["userGroups.count"]({ count })}</p>
      <TextField
        label={m["userGroups.file"]()}
        hint={m["userGroups.fileHint"]()}
        type="file"
        className={styles["file"]}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => {
          const { files } = event.currentTarget;
          void handleFile(files?.[0]);
          // The same file can be chosen again, once it was mended.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

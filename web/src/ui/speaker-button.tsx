import { classes } from "./classes.ts";
import styles from "./speaker-button.module.css";
import { useSpeech } from "./use-speech.ts";

export type SpeakerButtonProps = {
  /** What is read aloud. */
  line: string;
  /** The language of the line, such as "nb" or "pt-BR". */
  language: string;
  /** The accessible name. */
  label: string;
};

/** Reads a line aloud for children who cannot read. Draws nothing where the device has no voice for the language, or without script. */
export function SpeakerButton({ line, language, label }: SpeakerButtonProps) {
  const speech = useSpeech(line, language);
  if (speech === undefined) return null;
  return (
    <button
      type="button"
      className={classes(styles["speaker"], speech.isSpeaking && styles["speaking"])}
      aria-label={label}
      aria-pressed={speech.isSpeaking}
      onClick={speech.toggle}
    >
      <svg viewBox="0 0 32 32" width="40" height="40" fill="none" stroke="currentColor" strokeWidth="2.6" aria-hidden="true" data-points>
        <path d="M5 12h6l8-7v22l-8-7H5z" fill="currentColor" strokeLinejoin="round" />
        <path d={speech.isSpeaking ? "M23 11a7 7 0 0 1 0 10M26.5 7.5a12 12 0 0 1 0 17" : "M23 11a7 7 0 0 1 0 10"} strokeLinecap="round" />
      </svg>
    </button>
  );
}

import { useEffect, useRef, useState, useSyncExternalStore } from "react";

/** `localService`: a voice of the device itself. Other voices send the text to a company, and no page of ours may do that (DESIGN 8.5). */
export type Voice = Pick<SpeechSynthesisVoice, "lang" | "localService" | "default">;

/** The languages of voices that children understand, the best first. Few devices have a voice for Nynorsk, and pupils hear both forms. */
const spokenAs: Readonly<Record<string, readonly string[]>> = { nb: ["nb", "no"], nn: ["nn", "nb", "no"] };

/** Returns the device's voice for a language, or undefined. A page in Brazilian Portuguese needs a voice of Brazil. @internal */
export function voiceFor<AnyVoice extends Voice>(voices: readonly AnyVoice[], language: string): AnyVoice | undefined {
  for (const accepted of spokenAs[language] ?? [language.toLowerCase()]) {
    const fitting = voices.filter(({ lang, localService }) => {
      // Android writes pt_BR.
      const spoken = lang.replaceAll("_", "-").toLowerCase();
      return localService && (spoken === accepted || spoken.startsWith(`${accepted}-`));
    });
    if (fitting.length > 0) return fitting.find((voice) => voice.default) ?? fitting[0];
  }
  return undefined;
}

export interface Speech {
  isSpeaking: boolean;
  toggle: () => void;
}

/**
 * Reads a line aloud on request. Undefined as long as no voice for the language is known, and on the server. Speech stops when the line
 * changes and when the page is left or hidden.
 */
export function useSpeech(line: string, language: string): Speech | undefined {
  const hasVoice = useSyncExternalStore(watchVoices, () => voiceFor(listVoices(), language) !== undefined, hasVoiceOnServer);
  // If the page shows another line meanwhile, the two differ, and the effect below stops the speech.
  const [spokenLine, setSpokenLine] = useState<string>();
  // Chrome drops an utterance that only the browser holds, and then never reports its end.
  const utterance = useRef<SpeechSynthesisUtterance>(undefined);
  const isSpeaking = spokenLine === line;

  useEffect(() => {
    if (!isSpeaking) return;
    const stop = () => {
      speechSynthesis.cancel();
      setSpokenLine(undefined);
    };
    const stopIfHidden = () => document.visibilityState === "hidden" && stop();
    document.addEventListener("visibilitychange", stopIfHidden);
    addEventListener("pagehide", stop);
    return () => {
      document.removeEventListener("visibilitychange", stopIfHidden);
      removeEventListener("pagehide", stop);
      speechSynthesis.cancel();
    };
  }, [isSpeaking]);

  if (!hasVoice) return undefined;
  const speak = () => {
    const voice = voiceFor(listVoices(), language);
    if (voice === undefined) return;
    const spoken = new SpeechSynthesisUtterance(line);
    // A little slower than usual, for children.
    [spoken.voice, spoken.lang, spoken.rate] = [voice, voice.lang, 0.9];
    // The end of a former utterance may be reported after the next has begun.
    const end = () => setSpokenLine((present) => (utterance.current === spoken ? undefined : present));
    spoken.addEventListener("end", end);
    spoken.addEventListener("error", end);
    utterance.current = spoken;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
    setSpokenLine(line);
  };
  // Without a spoken line the effect above cancels the speech.
  const stopSpeaking = () => setSpokenLine(undefined);
  return { isSpeaking, toggle: isSpeaking ? stopSpeaking : speak };
}

const listVoices = (): SpeechSynthesisVoice[] => ("speechSynthesis" in globalThis ? speechSynthesis.getVoices() : []);
const hasVoiceOnServer = (): boolean => false;

function watchVoices(listener: () => void): () => void {
  if (!("speechSynthesis" in globalThis)) return () => undefined;
  speechSynthesis.addEventListener("voiceschanged", listener);
  return () => speechSynthesis.removeEventListener("voiceschanged", listener);
}

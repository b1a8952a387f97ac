/** A device with voices: a browser without a window has none. It records what it is asked to say. */
import type { Page } from "@playwright/test";

export interface Voice {
  lang: string;
  localService: boolean;
}

declare global {
  /** Each text that was read, in order, with the language of its voice. Until `isOver` it is being read. */
  var spoken: { line: string; lang: string; isOver: boolean }[];
  var endSpeech: () => void;
  var bringVoices: (voices: Voice[]) => void;
}

export const ownVoice = (lang: string): Voice => ({ lang, localService: true });

/** Browsers tell their voices late, so a page first finds none, if `late` is set. */
export async function giveVoices(page: Page, voices: readonly Voice[], { late = false }: { late?: boolean } = {}): Promise<void> {
  await page.addInitScript(
    ({ given, isLate }) => {
      let present = isLate ? [] : given;
      class Utterance extends EventTarget {
        voice: Voice | undefined;
        lang = "";
        rate = 1;
        text: string;
        constructor(text: string) {
          super();
          this.text = text;
        }
      }
      class Synthesis extends EventTarget {
        #current: Utterance | undefined;
        getVoices = () => present.map((voice) => ({ ...voice, default: false }));
        speak = (utterance: Utterance) => {
          this.#current = utterance;
          globalThis.spoken.push({ line: utterance.text, lang: utterance.voice?.lang ?? "", isOver: false });
        };
        cancel = () => this.end();
        end() {
          const last = globalThis.spoken.at(-1);
          if (last !== undefined) last.isOver = true;
          this.#current?.dispatchEvent(new Event("end"));
          this.#current = undefined;
        }
      }
      const synthesis = new Synthesis();
      globalThis.spoken = [];
      globalThis.endSpeech = () => synthesis.end();
      globalThis.bringVoices = (more) => {
        present = more;
        synthesis.dispatchEvent(new Event("voiceschanged"));
      };
      Object.defineProperty(globalThis, "speechSynthesis", { value: synthesis, configurable: true });
      Object.defineProperty(globalThis, "SpeechSynthesisUtterance", { value: Utterance, configurable: true });
    },
    { given: [...voices], isLate: late },
  );
}

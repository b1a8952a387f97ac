import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Takes the first file that is dropped on an element; undefined if something else is dropped. The element stays usable without a mouse: a
 * field beside it takes the same file.
 */
export function useDropZone<T extends HTMLElement>(onFile: (file: File | undefined) => void) {
  const zone = useRef<T>(null);
  const [isOver, setIsOver] = useState(false);
  const takeFile = useEffectEvent(onFile);
  useEffect(() => {
    const element = zone.current;
    if (element === null) return;
    const events = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", handle: (event: DragEvent) => void) =>
      element.addEventListener(name, handle, { signal: events.signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setIsOver(true);
    });
    listen("dragleave", () => setIsOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setIsOver(false);
      takeFile(event.dataTransfer?.files[0]);
    });
    return () => events.abort();
  }, []);
  return { zone, isOver };
}

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { closeCamera, faultOf, mayOpenCamera, openCamera } from "./camera.ts";
import type { Camera, CameraFault, Facing } from "./camera.ts";
import { createQrReader, ReaderNotLoaded } from "./qr-reader.ts";
import type { QrReader } from "./qr-reader.ts";

export type ScannerState = { is: "starting" } | { is: "on"; camera: Camera } | { is: "failed"; fault: CameraFault };

/** The pause between two pictures. A child holds a badge up for a second, and the tablet must stay cool. */
const pauseMilliseconds = 120;

export interface BadgeScanner {
  state: ScannerState;
  video: RefObject<HTMLVideoElement | null>;
  tryAgain: () => void;
  turnCamera: () => void;
}

/**
 * Looks for QR codes with the camera as long as the page is visible. The camera is released when the page is left or hidden, and when the
 * caller no longer draws the scanner. `onText` gets each text that is seen.
 */
export function useBadgeScanner(onText: (text: string) => void): BadgeScanner {
  const [state, setState] = useState<ScannerState>({ is: "starting" });
  const [facing, setFacing] = useState<Facing>();
  const [attempt, setAttempt] = useState(0);
  const video = useRef<HTMLVideoElement>(null);
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === "visible", isVisibleOnServer);

  const start = useEffectEvent((signal: AbortSignal) => runScanner({ facing: facing ?? chosenFacing(), signal, video, setState, onText }));
  useEffect(() => {
    if (!isVisible) return;
    const stop = new AbortController();
    void start(stop.signal);
    return () => stop.abort();
  }, [isVisible, facing, attempt]);

  return {
    state,
    video,
    tryAgain: () => {
      setState({ is: "starting" });
      setAttempt(attempt + 1);
    },
    turnCamera: () => {
      const other = (facing ?? chosenFacing()) === "user" ? "environment" : "user";
      storage.set(facingKey, other);
      setState({ is: "starting" });
      setFacing(other);
    },
  };
}

/** The tablets of a class lie or stand the same way each day, so the device remembers its camera. */
const facingKey = "scan-camera";
const storage = browserStorage(() => localStorage);
const chosenFacing = (): Facing => (storage.get(facingKey) === "user" ? "user" : "environment");

function watchVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
const isVisibleOnServer = (): boolean => false;

interface Run {
  facing: Facing;
  signal: AbortSignal;
  video: RefObject<HTMLVideoElement | null>;
  setState: (state: ScannerState) => void;
  onText: (text: string) => void;
}

async function runScanner({ facing, signal, video, setState, onText }: Run): Promise<void> {
  if (!mayOpenCamera()) return setState({ is: "failed", fault: "insecure" });
  setState({ is: "starting" });
  try {
    const read = await createQrReader();
    if (signal.aborted) return;
    const camera = await openCamera(facing);
    const close = () => {
      closeCamera(camera.stream);
      if (video.current !== null) video.current.srcObject = null;
    };
    // The page may have been left while the browser asked the user.
    if (signal.aborted) return close();
    signal.addEventListener("abort", close);
    // The user takes the permission back, or pulls the plug.
    for (const track of camera.stream.getTracks()) {
      track.addEventListener("ended", () => {
        if (!signal.aborted) setState({ is: "failed", fault: "none" });
      });
    }
    setState({ is: "on", camera });
    if (video.current !== null) video.current.srcObject = camera.stream;
    await readPictures({ signal, video, onText }, read).catch((error: unknown) => {
      // No camera stays on beside the message. After an abort it is closed, and the next run may have opened it again.
      if (!signal.aborted) close();
      throw error;
    });
  } catch (error) {
    // A script that is not loaded has nothing to do with the camera.
    if (!signal.aborted) setState({ is: "failed", fault: error instanceof ReaderNotLoaded ? "notLoaded" : faultOf(error) });
  }
}

async function readPictures({ signal, video, onText }: Pick<Run, "signal" | "video" | "onText">, read: QrReader): Promise<void> {
  while (!signal.aborted) {
    const picture = video.current;
    const text = picture !== null && picture.readyState >= picture.HAVE_CURRENT_DATA ? await read(picture) : undefined;
    if (signal.aborted) return;
    if (text !== undefined) onText(text);
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
}

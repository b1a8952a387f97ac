/** Opens a camera of this device, and says why there is none. */

export type Facing = "user" | "environment";

/** Why the camera does not work here. `none`: there is no camera, or its fault is unknown. `notLoaded`: the reader's script is missing. */
export type CameraFault = "refused" | "none" | "busy" | "insecure" | "notLoaded";

export interface Camera {
  stream: MediaStream;
  /** A picture of the person in front of it is shown as in a mirror. */
  isMirror: boolean;
  /** There are further cameras, so the page offers a change. */
  hasOthers: boolean;
  /** Undefined if the camera has no lamp. */
  light: ((isOn: boolean) => Promise<void>) | undefined;
}

/** Rejects with what the browser throws; `faultOf` says what it means. */
export async function openCamera(facing: Facing): Promise<Camera> {
  // More pixels would only make each picture slower to read.
  const wanted = { facingMode: { ideal: facing }, width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  const [track] = stream.getVideoTracks();
  // Only known after the user has allowed the camera.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return {
    stream,
    // A laptop's camera names no direction, and looks at the person.
    isMirror: track?.getSettings().facingMode !== "environment",
    hasOthers: devices.filter(({ kind }) => kind === "videoinput").length > 1,
    light: track === undefined ? undefined : lightOf(track),
  };
}

/** True if this page can ask for a camera. On plain http browsers offer none, except at localhost. */
export function mayOpenCamera(): boolean {
  return isSecureContext && "mediaDevices" in navigator;
}

/** Releases the camera for other programs. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Says why `openCamera` has rejected. An unknown error counts as no camera. */
export function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "none";
}

/** TypeScript's own types do not have the lamp. */
type LightCapabilities = MediaTrackCapabilities & { torch?: boolean };
type LightConstraints = MediaTrackConstraintSet & { torch: boolean };

function lightOf(track: MediaStreamTrack): Camera["light"] {
  // Firefox does not have this function.
  const capabilities: LightCapabilities = "getCapabilities" in track ? track.getCapabilities() : {};
  if (capabilities.torch !== true) return undefined;
  return async (isOn) => {
    const torch: LightConstraints = { torch: isOn };
    await track.applyConstraints({ advanced: [torch] });
  };
}

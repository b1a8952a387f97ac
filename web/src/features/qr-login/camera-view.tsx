import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { SlowScript } from "#/shell/slow-page.tsx";
import { Button } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Row } from "#/ui/stack.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import type { Camera } from "./camera.ts";
import styles from "./camera-view.module.css";
import type { BadgeScanner } from "./use-badge-scanner.ts";

interface CameraViewProps {
  scanner: BadgeScanner;
  /** The line below the picture. */
  says: string;
  /** A QR code is in view that is no badge of this portal. */
  seesWrongBadge: boolean;
}

/** What the camera sees, with a frame for the badge. Until the camera is on, a picture shows what to do. */
export function CameraView({ scanner: { state, video, turnCamera }, says, seesWrongBadge }: CameraViewProps) {
  const camera = state.is === "on" ? state.camera : undefined;
  return (
    <>
      <div className={styles["view"]}>
        {camera === undefined && <BadgePicture state="show" />}
        <video
          ref={video}
          aria-label={m["qrLogin.cameraView"]()}
          className={classes(styles["video"], camera?.isMirror && styles["mirror"])}
          hidden={camera === undefined}
          autoPlay
          muted
          playsInline
        />
        {camera !== undefined && <Frame isWrong={seesWrongBadge} />}
      </div>
      <p role="status" className={classes(styles["say"], seesWrongBadge && styles["wrong"])}>
        {says}
      </p>
      <SlowScript />
      <noscript>
        <p>{m["qrLogin.scanNeedsScript"]()}</p>
      </noscript>
      {camera !== undefined && <Controls camera={camera} onTurn={turnCamera} />}
    </>
  );
}

/** Four corners around the place for the badge; a cross if another code is in it. */
function Frame({ isWrong }: { isWrong: boolean }) {
  return (
    <svg className={classes(styles["frame"], isWrong && styles["frameWrong"])} viewBox="0 0 100 100" aria-hidden="true">
      <path d="M4 24V10a6 6 0 0 1 6-6h14M76 4h14a6 6 0 0 1 6 6v14M96 76v14a6 6 0 0 1-6 6H76M24 96H10a6 6 0 0 1-6-6V76" />
      {isWrong && <path d="M34 34l32 32M66 34L34 66" />}
    </svg>
  );
}

function Controls({ camera, onTurn }: { camera: Camera; onTurn: () => void }) {
  const [isLit, setIsLit] = useState(false);
  const { hasOthers, light } = camera;
  if (!hasOthers && light === undefined) return null;
  // A lamp that does not obey stays as it is.
  const turnLight = () =>
    light?.(!isLit).then(
      () => setIsLit(!isLit),
      () => undefined,
    );
  return (
    <Row>
      {hasOthers && (
        <Button variant="secondary" onClick={onTurn}>
          {m["qrLogin.otherCamera"]()}
        </Button>
      )}
      {light !== undefined && (
        <Button variant="secondary" aria-pressed={isLit} onClick={() => void turnLight()}>
          {m["qrLogin.light"]()}
        </Button>
      )}
    </Row>
  );
}

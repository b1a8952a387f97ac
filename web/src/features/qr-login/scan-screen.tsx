import { m } from "@storyport/texts/messages";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { PortalContext, usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import type { BadgeCode } from "./badge-code.ts";
import { BadgePicture } from "./badge-picture.tsx";
import type { CameraFault } from "./camera.ts";
import { CameraView } from "./camera-view.tsx";
import { QrLoginScreen } from "./qr-login-screen.tsx";
import styles from "./qr-login.module.css";
import { codeOfBadge, scannedCode } from "./scanned-badge.ts";
import { useBadgeScanner } from "./use-badge-scanner.ts";

/** How long the page says that a code is no badge of this portal, after it was last seen. */
const wrongBadgeMilliseconds = 3000;

/** "Scan your badge": a badge held up to the camera logs its student in, as its link does (docs/flows/qr-login.md). */
export function ScanScreen() {
  const portal = usePortal();
  const [found, setFound] = useState<BadgeCode>();
  if (found === undefined) return <Scanner onFound={(code) => setFound(scannedCode(code))} />;
  return (
    <PortalContext value={{ ...portal, badgeCode: found }}>
      <QrLoginScreen given={{}} asksFirst={false} onScanAgain={() => setFound(undefined)} />
    </PortalContext>
  );
}

function Scanner({ onFound }: { onFound: (code: string) => void }) {
  const { productName } = usePortal().settings;
  const [wrongSightings, setWrongSightings] = useState(0);
  const scanner = useBadgeScanner((text) => {
    const code = codeOfBadge(text, location.origin);
    if (code === undefined) setWrongSightings((count) => count + 1);
    else onFound(code);
  });
  useEffect(() => {
    const timer = setTimeout(() => setWrongSightings(0), wrongBadgeMilliseconds);
    return () => clearTimeout(timer);
  }, [wrongSightings]);

  if (scanner.state.is === "failed") return <NoCamera fault={scanner.state.fault} onTryAgain={scanner.tryAgain} />;
  const isOn = scanner.state.is === "on";
  const seesWrongBadge = isOn && wrongSightings > 0;
  const says = !isOn ? m["qrLogin.cameraStarts"]() : seesWrongBadge ? m["child.notOurBadge"]({ productName }) : m["child.holdUp"]();
  return (
    <>
      <ChildHeading says={[says]}>{m["qrLogin.scan"]()}</ChildHeading>
      <CameraView scanner={scanner} says={says} seesWrongBadge={seesWrongBadge} />
      <OtherWays />
    </>
  );
}

/** The page without a camera: what is wrong, for the teacher, and the ways on. */
function NoCamera({ fault, onTryAgain }: { fault: CameraFault; onTryAgain: () => void }) {
  return (
    <>
      <ChildHeading says={[m["child.askTeacher"]()]}>{m["qrLogin.cameraOff"]()}</ChildHeading>
      <BadgePicture state="dark" />
      <Notice tone="error" title={m["child.askTeacher"]()}>
        {faultTexts[fault]()}
      </Notice>
      <OtherWays>
        {fault !== "insecure" && (
          // Most browsers never ask again for a script that did not arrive.
          <Button size="large" wide onClick={fault === "notLoaded" ? () => location.reload() : onTryAgain}>
            {m["app.tryAgain"]()}
          </Button>
        )}
      </OtherWays>
    </>
  );
}

function OtherWays({ children }: { children?: ReactNode }) {
  return (
    <Stack>
      {children}
      <a href="/login/code" className={classes(buttonClass("secondary", "large"), styles["wide"])}>
        {m["qrLogin.haveCode"]()}
      </a>
      <a href="/login" className={buttonClass("quiet")}>
        {m["child.back"]()}
      </a>
    </Stack>
  );
}

const faultTexts = {
  refused: () => m["qrLogin.cameraRefused"](),
  none: () => m["qrLogin.cameraNone"](),
  busy: () => m["qrLogin.cameraBusy"](),
  insecure: () => m["qrLogin.cameraInsecure"](),
  notLoaded: () => m["qrLogin.cameraNotLoaded"](),
};

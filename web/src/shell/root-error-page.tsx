import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPage } from "./error-page.tsx";
import { PortalFrame } from "./portal-frame.tsx";

export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <PortalFrame>
      <ErrorPage {...props} />
    </PortalFrame>
  );
}

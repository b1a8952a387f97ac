import type { ReactNode } from "react";
import { Stack } from "#/ui/stack.tsx";
import { DeadLink } from "./dead-link.tsx";
import type { DeadLinkProps } from "./dead-link.tsx";
import styles from "./links.module.css";

/** Shows `children` while only the browser can know the link. Without script there is no link. */
export function NoLinkInAddress({ children, ...dead }: DeadLinkProps & { children: ReactNode }) {
  return (
    <>
      <Stack className={styles["waiting"]}>{children}</Stack>
      <noscript>
        <Stack>
          <DeadLink {...dead} />
        </Stack>
      </noscript>
    </>
  );
}

import type { ReactNode } from "react";
import { Stack } from "#/ui/stack.tsx";
import { DeadLink } from "./dead-link.tsx";
import type { DeadLinkProps } from "./dead-link.tsx";
import styles from "./links.module.css";

/** While only the browser can say which link it is: `children`. Where no script ever asks it, there is none. */
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

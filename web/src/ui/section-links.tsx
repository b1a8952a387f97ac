import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import styles from "./section-links.module.css";

export type SectionLinksProps = {
  /** The name of the navigation. */
  label: string;
  /** Links with the class `sectionLinkClass`; the present page's has aria-current. */
  links: readonly { key: string; link: ReactNode }[];
  /** The page's address. When it or the width changes, the row scrolls to the present section. */
  address: string;
};

/**
 * Links to the sections of an area, in a row. If there is no room for all, a wide window has a second row. In a narrow window the row
 * scrolls, and the present section is in view.
 */
export function SectionLinks({ label, links, address }: SectionLinksProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = frame.current;
    if (row === null) return undefined;
    // Also when the row becomes narrower: a tablet that is turned has less room.
    const size = new ResizeObserver(() => {
      const link = row.querySelector('[aria-current="page"]');
      if (link !== null) scrollIntoFrame(row, link);
    });
    size.observe(row);
    return () => size.disconnect();
  }, [address]);
  return (
    <nav ref={frame} aria-label={label} className={styles["frame"]}>
      <ul className={styles["list"]}>
        {links.map(({ key, link }) => (
          <li key={key}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

/** For the link of a section. */
export const sectionLinkClass = styles["link"] ?? "";

/** Scrolls sideways only, and to the middle, so that the user sees that the row goes on. The page does not scroll. */
function scrollIntoFrame(frame: Element, link: Element) {
  const [room, place] = [frame.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.left >= room.left && place.right <= room.right) return;
  frame.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
}

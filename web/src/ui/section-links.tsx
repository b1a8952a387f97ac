import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import styles from "./section-links.module.css";

export type SectionLinksProps = {
  /** The name of the navigation. */
  label: string;
  /** Links with the class `sectionLinkClass`; the present page's has aria-current. */
  links: readonly { key: string; link: ReactNode }[];
};

/** Links to the sections of an area, in a row. If there is no room for all, the row scrolls, and the present section is in view. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => keepPresentInView(frame.current), []);
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

export const sectionLinkClass = styles["link"] ?? "";

/** The router sets aria-current on the links; the row scrolls to that link. */
function keepPresentInView(frame: Element | null) {
  if (frame === null) return;
  const follow = () => {
    const link = frame.querySelector('[aria-current="page"]');
    if (link !== null) bringIntoView(frame, link);
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(frame, { subtree: true, attributeFilter: ["aria-current"] });
  return () => observer.disconnect();
}

/** Scrolls sideways only, and to the middle, so that the user sees that the row goes on. The page does not scroll. */
function bringIntoView(frame: Element, link: Element) {
  const [room, place] = [frame.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.left >= room.left && place.right <= room.right) return;
  frame.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
}

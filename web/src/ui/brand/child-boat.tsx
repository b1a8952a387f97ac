import { useId } from "react";
import type { ReactNode } from "react";
import { boatSigns } from "./boat-signs.tsx";
import { boatTraits } from "./boat-traits.ts";
import type { BoatTraits } from "./boat-traits.ts";

interface ChildBoatProps {
  /** The id of the child's account. The code of a badge is a secret and never draws anything. */
  of: string;
  className?: string | undefined;
  size?: number;
}

/**
 * The child's own boat. It is on the badge, in the list of the class and in the greeting. So a child who cannot read finds the card.
 * Boat, sail and sign have the same colours in both themes, because screen and card must show the same boat. Only the ground and the lines
 * on it follow the theme. Decorative: the name is beside it.
 */
export function ChildBoat({ of, className, size = 96 }: ChildBoatProps) {
  const boat = boatTraits(of);
  const clip = useId();
  const sail = sails[boat.sail] ?? "";
  const [sailColour, hullColour] = colours[boat.colour] ?? ["#fff", "#fff"];
  return (
    <svg className={className} viewBox="0 0 120 112" width={size} height={size} color={ink} data-boat={lookOf(boat)} aria-hidden="true">
      <rect width="120" height="112" rx="14" fill="var(--boat-ground)" />
      <clipPath id={clip}>
        <path d={sail} />
      </clipPath>
      <g stroke={ink} strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <path d="M60 12v66" fill="none" stroke="var(--boat-line)" strokeWidth="4" />
        <g fill={hullColour}>{pennants[boat.pennant]}</g>
        <path d={sail} fill={sailColour} />
        <g clipPath={`url(#${clip})`} fill="none" strokeWidth="3">
          {sailPatterns[boat.sailPattern]}
        </g>
        <path d={sail} fill="none" />
        <circle cx="60" cy="48" r="20" fill="#fff" />
        <path d="M10 78h100l-15 24H25z" fill={hullColour} />
        {hulls[boat.hull]}
      </g>
      <g transform="translate(60 48) scale(1.2)" fill={ink}>
        {boatSigns[boat.sign]}
      </g>
      <path
        d="M2 106q9.7-7 19.3 0t19.3 0 19.3 0 19.3 0 19.3 0 19.3 0"
        fill="none"
        stroke="var(--boat-line)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

const ink = "#16264a";

/** For tests that compare the places where a boat is drawn. */
const lookOf = (boat: BoatTraits): string => Object.values(boat).join(" ");

/** Sail and hull. Light enough for the dark lines, and of different grey. */
const colours = [
  ["#f7cf74", "#d8614a"],
  ["#f3a08f", "#6f9fb5"],
  ["#a9d394", "#e59b2d"],
  ["#a9cbe8", "#c98bb9"],
  ["#e3b7dc", "#86a06b"],
  ["#fff1c4", "#5f8fd0"],
  ["#9fdcd3", "#e07a5f"],
  ["#f6c9a3", "#7fb069"],
] as const;

const sails = [
  "M24 22q36 8 72 0v46q-36 8-72 0z",
  "M60 14l42 58H18z",
  "M60 18c36 0 46 30 36 54H24c-10-24 0-54 36-54z",
  "M28 24l66-8-6 56H28z",
  "M56 16v56H14zM64 16l42 56H64z",
];

const pennants: readonly ReactNode[] = [
  <path key="point" d="M60 3l22 5.5L60 14z" />,
  <path key="tails" d="M60 3h24l-7 5.5 7 5.5H60z" />,
  <circle key="ball" cx="60" cy="8.5" r="6" />,
  <path key="two" d="M60 3l20 5.5L60 14zM60 3L40 8.5 60 14z" />,
];

const sailPatterns: readonly ReactNode[] = [
  null,
  <path key="upright" d="M24 10v64M34 10v64M86 10v64M96 10v64M44 10v64M76 10v64" />,
  <path key="level" d="M8 26h104M8 36h104M8 60h104M8 70h104" />,
  <path key="aslant" d="M0 70L60 10M12 80L82 10M30 84l74-74M50 86l70-70M70 86l50-50M0 50l40-40" />,
  <g key="dots" fill={ink} stroke="none">
    {[22, 34, 60, 86, 98].flatMap((x) => [26, 42, 56, 68].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.6" />))}
  </g>,
];

const hulls: readonly ReactNode[] = [
  null,
  <path key="band" d="M17 90h86" fill="none" strokeWidth="5" />,
  <g key="portholes" fill="#fff">
    <circle cx="36" cy="89" r="5" />
    <circle cx="60" cy="89" r="5" />
    <circle cx="84" cy="89" r="5" />
  </g>,
  <path key="checks" d="M22 79h15v11H22zM52 79h15v11H52zM82 79h15v11H82zM37 90h15v11H37zM67 90h15v11H67z" fill={ink} stroke="none" />,
  <path key="zigzag" d="M19.5 89l9-6 9 9 9-9 9 9 9-9 9 9 9-9 9 9 9-6" fill="none" strokeWidth="3" />,
  <path key="planks" d="M32 79v22M46 79v22M60 79v22M74 79v22M88 79v22" fill="none" strokeWidth="3" />,
];

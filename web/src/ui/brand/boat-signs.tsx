import type { ReactNode } from "react";

const line = { fill: "none", stroke: "currentColor", strokeWidth: 3, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/**
 * Dark pictures within 13 units around the origin. They differ by shape alone, for children who cannot read and for grey printers. Their
 * order and number never change. A child's id chooses the sign by its place (`boatTraits`), and printed badges show it.
 */
export const boatSigns: readonly ReactNode[] = [
  <path key="star" d="M0-12l3.5 7.6 8.3.9-6.2 5.6 1.8 8.2L0 6.2-7.4 10.3l1.8-8.2-6.2-5.6 8.3-.9z" />,
  <path key="heart" d="M0 11C-15 1-12-10-6-10-2.5-10 0-7 0-5 0-7 2.5-10 6-10 12-10 15 1 0 11z" />,
  <path key="moon" d="M3-12A12 12 0 1 0 12 4 10 10 0 0 1 3-12z" />,
  <g key="sun">
    <circle r="6" />
    <path
      d="M0-12v2.5M0 9.5V12M-12 0h2.5M9.5 0H12M-8.5-8.5l1.8 1.8M6.7 6.7l1.8 1.8M-8.5 8.5l1.8-1.8M6.7-6.7l1.8-1.8"
      {...line}
      strokeWidth="2.6"
    />
  </g>,
  <g key="fish">
    <path d="M-13 0C-8-9 3-9 7-1.5L13-7V7L7 1.5C3 9-8 9-13 0z" />
    <circle cx="-6.5" cy="-1.5" r="1.7" fill="#fff" />
  </g>,
  <g key="cat">
    <path d="M-11-12l7 5.5a14 14 0 0 1 8 0l7-5.5V2a11 10 0 0 1-22 0z" />
    <path d="M-5-1.5v2.5M5-1.5v2.5M-2 5.5h4M-13 6h5M13 6H8" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
  </g>,
  <g key="rabbit">
    <ellipse cx="-4.5" cy="-6.5" rx="3" ry="6.5" />
    <ellipse cx="4.5" cy="-6.5" rx="3" ry="6.5" />
    <circle cy="4.5" r="8" />
    <path d="M-3 2.5v1.5M3 2.5v1.5M-1.5 8h3" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
  </g>,
  <g key="bear">
    <circle cx="-7.5" cy="-7.5" r="4.5" />
    <circle cx="7.5" cy="-7.5" r="4.5" />
    <circle r="11" />
    <ellipse cy="4.5" rx="5.5" ry="4.5" fill="#fff" />
    <circle cy="3" r="2" />
    <circle cx="-4.5" cy="-3" r="1.6" fill="#fff" />
    <circle cx="4.5" cy="-3" r="1.6" fill="#fff" />
  </g>,
  <g key="duck">
    <path d="M-12 3c3 1 6-1 7-4-3-8 7-14 11-6l6 1-4 4c3 8-2 13-9 13-6 0-10-3-11-8z" />
    <circle cx="2" cy="-6" r="1.6" fill="#fff" />
  </g>,
  <g key="whale">
    <path d="M-13 3c0-9 17-10 19 0 3 0 4-3 2-7 3 2 4 1 6-1 0 10-3 15-10 15H-4c-6 0-9-3-9-7z" />
    <path d="M-4-6v-4M-4-10c-1-2-3-2-4-1M-4-10c1-2 3-2 4-1" {...line} strokeWidth="2" />
    <circle cx="-7.5" cy="2.5" r="1.5" fill="#fff" />
  </g>,
  <path key="tree" d="M0-13l8 9H4.5l6.5 9H2.5v7h-5V5H-11l6.5-9H-8z" />,
  <g key="flower">
    {[0, 72, 144, 216, 288].map((degrees) => (
      <circle key={degrees} cy="-7" r="5" transform={`rotate(${degrees})`} />
    ))}
    <circle r="4" fill="#fff" />
  </g>,
  <g key="apple">
    <path d="M0-5c4-4 12-2 11 5C10 8 5 13 0 10-5 13-10 8-11 0c-1-7 7-9 11-5z" />
    <path d="M0-6c0-3 1-5 4-7" {...line} strokeWidth="2.4" />
  </g>,
  <path key="crown" d="M-12 9V-8l6.5 7L0-11 5.5-1 12-8V9z" />,
  <g key="key">
    <circle cy="-7" r="4.5" {...line} strokeWidth="3.5" />
    <path d="M0-2v13M0 6h5M0 11h5" {...line} />
  </g>,
  <g key="bell">
    <path d="M0-12c6 0 8 5 8 10 0 4 2 6 4 8h-24c2-2 4-4 4-8 0-5 2-10 8-10z" />
    <circle cy="9.5" r="2.8" />
  </g>,
  <g key="umbrella">
    <path d="M-13 1a13 12 0 0 1 26 0q-3.3-3.5-6.5 0-3.3-3.5-6.5 0-3.3-3.5-6.5 0-3.3-3.5-6.5 0z" />
    <path d="M0 0v8a3 3 0 0 1-6 0" {...line} strokeWidth="2.6" />
  </g>,
  <g key="house">
    <path d="M-13 0L0-12 13 0H9v11H-9V0z" />
    <path d="M-2.5 11V4h5v7z" fill="#fff" />
  </g>,
  <g key="balloon">
    <ellipse cy="-4" rx="8" ry="9" />
    <path d="M0 5v2c-4 2 4 3 0 6" {...line} strokeWidth="2" />
    <path d="M-4-7q1-3 4-3" fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
  </g>,
  <g key="mushroom">
    <path d="M-4 0h8l1.5 11h-11z" fill="#fff" stroke="currentColor" strokeWidth="2" />
    <path d="M-12 2a12 13 0 0 1 24 0z" />
    <circle cx="-5" cy="-3" r="1.9" fill="#fff" />
    <circle cx="4" cy="-5" r="2.2" fill="#fff" />
  </g>,
];

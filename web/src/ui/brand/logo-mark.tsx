/** The product's mark: a lighthouse whose beam is an open page. Decorative, because the name is beside it. */
export function LogoMark({ size = 48 }: { size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <g stroke="var(--mark-ink)" strokeLinejoin="round" strokeLinecap="round" strokeWidth="2.4">
        <path
          fill="var(--mark-page)"
          d="M21 14.5C15.5 9.5 8.5 8.5 2.5 9v15.5c6-.5 13 .5 18.5 4.5zM27 14.5c5.5-5 12.5-6 18.5-5.5v15.5c-6-.5-13 .5-18.5 4.5z"
        />
        <path
          fill="none"
          stroke="var(--mark-page-line)"
          strokeWidth="1.8"
          d="M7 14.5c3.5 0 6.5.8 9 2.5M7 19c3.5 0 6.5.8 9 2.5M41 14.5c-3.5 0-6.5.8-9 2.5M41 19c-3.5 0-6.5.8-9 2.5"
        />
        <path fill="var(--mark-tower)" d="M20 23h8l3 20H17z" />
        <path fill="var(--mark-ink)" stroke="none" d="m18.8 30.5 10.3 0 .9 6H18z" />
        <path fill="var(--mark-tower)" d="M20.5 14h7v9h-7z" />
        <path fill="var(--mark-ink)" d="m24 5.5 4.5 7h-9z" />
        <path fill="none" d="M17.5 23h13" />
        <path fill="none" d="M5 43.5c3-2 6-2 9.5 0s6.5 2 9.5 0 6-2 9.5 0 6.5 2 9.5 0" />
      </g>
    </svg>
  );
}

/** The sign of a game: an open book with a sail. Decorative, because the words are beside it. */
export function GamePicture() {
  return (
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.8">
        <path d="M12 20.5c-2.4-1.7-5.4-2.2-9-1.8V14c3.600-.4 6.600.1 9 1.800 2.400-1.700 5.400-2.200 9-1.800v4.700c-3.600-.4-6.600.1-9 1.800z" />
        <path d="M12 15.800V3l5.500 8H12" />
      </g>
    </svg>
  );
}

import type { ReactNode } from "react";
import { LogoMark } from "./logo-mark.tsx";

export type LoginTypeLogoProps = {
  type: "PASSWORD" | "FEIDE" | "GOOGLE" | "API" | "APPLE" | "QRCODE";
  size?: number;
};

/** The logo of a login type: Feide, Google, Apple, and the product's own for every other type. Decorative, because words are beside it. */
export function LoginTypeLogo({ type, size = 24 }: LoginTypeLogoProps) {
  const drawing = drawings[type];
  if (drawing === undefined) return <LogoMark size={size} />;
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {drawing}
    </svg>
  );
}

const drawings: Partial<Record<LoginTypeLogoProps["type"], ReactNode>> = {
  FEIDE: (
    <>
      <rect width="24" height="24" rx="7" fill="#1f4698" />
      <path d="M12 4.5 20.5 8.2 12 11.9 3.5 8.2z" fill="#fff" stroke="#fff" strokeLinejoin="round" />
      <path d="M8 11.6v1a4 4 0 0 0 8 0v-1l-4 1.8z" fill="#fff" />
      <path d="M5.4 20.2c.6-2.8 3.2-4.4 6.6-4.4s6 1.6 6.6 4.4" fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="2.2" />
      <path d="M19.3 9v4.6" stroke="#f5b44f" strokeLinecap="round" strokeWidth="1.6" />
    </>
  ),
  GOOGLE: (
    <g fill="none" strokeWidth="4.4">
      <path stroke="#ea4335" d="M5.3 8.5A7.6 7.6 0 0 1 17.5 6.7" />
      <path stroke="#fbbc05" d="M5.3 8.4a7.6 7.6 0 0 0 0 7.2" />
      <path stroke="#34a853" d="M5.3 15.5a7.6 7.6 0 0 0 11.7 2.2" />
      <path stroke="#4285f4" d="M16.9 17.8A7.6 7.6 0 0 0 19.6 12.2H12" />
    </g>
  ),
  APPLE: (
    <path
      fill="currentColor"
      d="M15.7 1.2c.2 1.5-.4 2.9-1.2 3.9-.9 1-2.2 1.7-3.4 1.6-.2-1.4.5-2.9 1.3-3.8.9-1 2.3-1.7 3.3-1.7ZM20.2 17.3c-.6 1.4-.9 2-1.7 3.2-1.1 1.6-2.6 2.4-4 2.3-1 0-1.5-.7-2.7-.7s-1.8.7-2.7.7c-1.5.1-2.8-1.2-3.9-2.9C3 16.8 2.4 12.8 3.7 10.2c.9-1.8 2.6-3 4.5-3 1.5 0 2.5.9 3.8.9s2.1-.9 3.9-.9c1.4 0 3 .8 4 2.2-3.5 2-2.9 6.7.3 7.9Z"
    />
  ),
};

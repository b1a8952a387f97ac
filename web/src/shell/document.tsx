import { getLocale } from "@storyport/texts/runtime";
import { HeadContent, Scripts, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { portalSettingsMeta } from "./portal-settings.ts";

/** The document around every page, also around one that failed. */
export function Document({ children }: { children: ReactNode }) {
  const settings = useRouter().options.context.settings;
  return (
    <html lang={getLocale()}>
      <head>
        <meta name={portalSettingsMeta} content={JSON.stringify(settings)} />
        {/* The browser's own bar takes the colour of the sky. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#dfebe8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101c3b" />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

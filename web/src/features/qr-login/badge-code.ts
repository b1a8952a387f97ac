/** The code of a scanned badge: for this page alone, never in its address, the history, a cookie or any storage. */
export interface BadgeCode {
  read(): string | undefined;
  forget(): void;
}

/** On the server, where nobody is ever logged in by rendering a page. */
export const noBadgeCode: BadgeCode = { read: () => undefined, forget: () => undefined };

/** Takes the code out of the address bar and the history entry; to be called before anything else looks at the address. */
export function takeBadgeCode(page: Pick<Location, "href">, history: Pick<History, "state" | "replaceState">): BadgeCode {
  const url = new URL(page.href);
  if (!isBadgePage(url.pathname)) return noBadgeCode;
  let code = url.searchParams.get("code") ?? undefined;
  if (code !== undefined) {
    url.searchParams.delete("code");
    history.replaceState(history.state, "", url.pathname + url.search);
  }
  return {
    read: () => code,
    forget: () => {
      code = undefined;
    },
  };
}

export function isBadgePage(pathname: string): boolean {
  return /^\/login\/qr\/?$/.test(pathname);
}

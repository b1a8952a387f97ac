/** The code of a scanned badge. Only this page's memory has it: not its address, the history, a cookie or any storage. */
export interface BadgeCode {
  read(): string | undefined;
  forget(): void;
}

/** For the server, where rendering a page never logs in, and for all other pages. */
export const noBadgeCode: BadgeCode = { read: () => undefined, forget: () => undefined };

/** Removes the code from the address bar and the history entry. Call it before other code reads the address. */
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

/** True for the page whose parameter `code` is the code of a badge. */
export function isBadgePage(pathname: string): boolean {
  return /^\/login\/qr\/?$/.test(pathname);
}

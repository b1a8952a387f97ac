/** The code of a scanned badge. Once `takeBadgeCode` has run, only this page's memory has it: not its address, history, cookies or storage. */
export interface BadgeCode {
  read(): string | undefined;
  forget(): void;
}

/** For the server, where rendering a page never logs in, and for all other pages. */
export const noBadgeCode: BadgeCode = { read: () => undefined, forget: () => undefined };

/** Takes the code out of the address bar and the history entry of a badge page. Call it before other code reads the address. */
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

/** True for the page whose parameter `code` is a badge's code. The server also serves it as "/Login/QR/", so no code may stay there either. */
export function isBadgePage(pathname: string): boolean {
  return /^\/login\/qr\/?$/i.test(pathname);
}

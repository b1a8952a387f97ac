import { cookieValue } from "./cookie-value.ts";

/** The cookies that a page may read and write, of the browser or of the request being rendered. Values are encoded on the way. */
export interface Cookies {
  /** Returns undefined for a cookie that is absent or empty, or that cannot be decoded. */
  read(name: string): string | undefined;
  write(name: string, value: string, maxAgeSeconds: number): void;
  remove(name: string): void;
}

export function createBrowserCookies(): Cookies {
  const isSecure = location.protocol === "https:";
  return {
    read: (name) => readCookie(document.cookie, name),
    write: (name, value, maxAgeSeconds) => {
      document.cookie = serializeCookie({ name, value, maxAgeSeconds, isSecure });
    },
    remove: (name) => {
      document.cookie = serializeCookie({ name, value: "", maxAgeSeconds: 0, isSecure });
    },
  };
}

/** Cookies of one request. A written cookie can be read at once, and goes to `setCookie` as a Set-Cookie value. The server adds Secure. */
export function createRequestCookies(header: string, setCookie: (value: string) => void): Cookies {
  const written = new Map<string, string>();
  const write = (name: string, value: string, maxAgeSeconds: number) => {
    written.set(name, value);
    setCookie(serializeCookie({ name, value, maxAgeSeconds, isSecure: false }));
  };
  return {
    read: (name) => (written.has(name) ? written.get(name) || undefined : readCookie(header, name)),
    write,
    remove: (name) => write(name, "", 0),
  };
}

function readCookie(header: string, name: string): string | undefined {
  try {
    return decodeURIComponent(cookieValue(header, name) ?? "") || undefined;
  } catch {
    return undefined;
  }
}

interface CookieParts {
  name: string;
  value: string;
  maxAgeSeconds: number;
  isSecure: boolean;
}

function serializeCookie({ name, value, maxAgeSeconds, isSecure }: CookieParts): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

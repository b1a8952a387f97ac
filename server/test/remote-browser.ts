/** A browser for portals in their own processes, which asks each of them in turn. */
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Answer, Browser } from "./browser.ts";

/** `nextAddress` returns the origin that takes the next request. */
export function createRemoteBrowser(nextAddress: () => string): Browser {
  const cookies = new Map<string, string>();

  const send: Browser["send"] = async ({ method = "GET", url, payload, headers }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(String(url), nextAddress()), {
      method,
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", cookie, ...(headers as Record<string, string>) },
      ...(typeof payload === "string" && { body: payload }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), text, body: jsonIn(text) };
  };

  return {
    cookies,
    send,
    call: (endpoint, { params, query, body, headers } = {}) =>
      send({
        method: endpoint.method,
        url: endpointUrl(endpoint, { params, query }),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    postForm: (url, fields) =>
      send({
        method: "POST",
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
  };
}

function jsonIn(text: string): Answer["body"] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

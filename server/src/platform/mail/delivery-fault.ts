/** Why a letter could not be delivered, in codes alone. A mail server's sentence would name the recipient. */
export interface DeliveryFault {
  /** For example "EENVELOPE 550 5.1.1" or "ECONNECTION". */
  name: string;
  /** The server refused it permanently (RFC 5321, section 4.2.1: 5yz). */
  isRefusal: boolean;
}

export function describeFault(error: unknown): DeliveryFault {
  if (!(error instanceof Error)) return { name: "unknown", isRefusal: false };
  const { code, responseCode, response } = error as Error & Partial<Record<"code" | "responseCode" | "response", unknown>>;
  const status = typeof responseCode === "number" && responseCode >= 400 && responseCode < 600 ? responseCode : undefined;
  const enhanced = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] : undefined;
  const kind = typeof code === "string" && /^[A-Z_]{3,20}$/.test(code) ? code : undefined;
  const name = [kind, status, enhanced].filter((part) => part !== undefined).join(" ");
  return { name: name === "" ? "unknown" : name, isRefusal: status !== undefined && status >= 500 };
}

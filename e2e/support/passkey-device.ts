/** A device with passkeys: Chromium's virtual authenticator. It answers at once, as if its user had shown a finger. */
import type { CDPSession, Page } from "@playwright/test";
import { expect } from "./journey.ts";

export class PasskeyDevice {
  readonly #browser: CDPSession;
  readonly #id: string;

  private constructor(browser: CDPSession, id: string) {
    this.#browser = browser;
    this.#id = id;
  }

  static async plugInto(page: Page): Promise<PasskeyDevice> {
    const browser = await page.context().newCDPSession(page);
    await browser.send("WebAuthn.enable");
    const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(browser, authenticatorId);
  }

  /** Takes the device's only passkey back to an earlier count, as a copy of it would have. */
  async turnCounterBack(): Promise<void> {
    const { credentials } = await this.#browser.send("WebAuthn.getCredentials", { authenticatorId: this.#id });
    const [credential] = credentials;
    expect(credentials).toHaveLength(1);
    if (credential === undefined) return;
    await this.forget();
    await this.#browser.send("WebAuthn.addCredential", { authenticatorId: this.#id, credential: { ...credential, signCount: 0 } });
  }

  /** Without a passkey the browser ends its prompt, as it does when the user cancels. */
  async forget(): Promise<void> {
    await this.#browser.send("WebAuthn.clearCredentials", { authenticatorId: this.#id });
  }
}

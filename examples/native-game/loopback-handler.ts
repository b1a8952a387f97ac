import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { AuthorizationError, AuthorizationRequestHandler, AuthorizationResponse, BasicQueryStringUtils } from "@openid/appauth";
import type { AuthorizationRequest, AuthorizationRequestResponse, AuthorizationServiceConfiguration } from "@openid/appauth";
import { NodeCrypto } from "@openid/appauth/built/node_support/index.js";

/**
 * Takes the answer of one login. AppAuth's own handler listens on every network address and takes any `state`. This handler listens on
 * 127.0.0.1 alone, on any free port. It compares `state` and `iss` (RFC 9207), so that other programs cannot end or forge a login.
 */
export class LoopbackHandler extends AuthorizationRequestHandler {
  readonly redirectUri: string;
  readonly #server: Server;
  readonly #portalUrl: string;
  readonly #open: (address: string) => void;
  readonly #answer = Promise.withResolvers<AuthorizationRequestResponse>();

  /** Register the callback http://127.0.0.1/callback as LOOPBACK. It stands for every port. */
  static async listen(portalUrl: string, open: (address: string) => void): Promise<LoopbackHandler> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LoopbackHandler(server, portalUrl, open);
  }

  private constructor(server: Server, portalUrl: string, open: (address: string) => void) {
    super(new BasicQueryStringUtils(), new NodeCrypto());
    const address = server.address();
    this.redirectUri = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/callback`;
    this.#server = server;
    this.#portalUrl = portalUrl;
    this.#open = open;
  }

  performAuthorizationRequest(configuration: AuthorizationServiceConfiguration, request: AuthorizationRequest): void {
    this.#server.on("request", (incoming, response) => {
      // An address such as "//" is no URL. Reading it as one would throw, and end the game.
      const [pathname, query] = (incoming.url ?? "/").split("?", 2);
      const searchParams = new URLSearchParams(query);
      const code = searchParams.get("code");
      // A refused login brings an error in place of a code.
      const error = searchParams.get("error") ?? "";
      const isOurs = searchParams.get("state") === request.state && searchParams.get("iss") === this.#portalUrl;
      response.setHeader("connection", "close");
      if (pathname !== "/callback" || (code === null && error === "") || !isOurs)
        return void response.writeHead(404).end("Nothing was done.");
      response.end(code === null ? "The login did not finish. You may close this page." : "You are logged in. You may close this page.");
      this.#server.close();
      this.#answer.resolve({
        request,
        response: code === null ? null : new AuthorizationResponse({ code, state: request.state }),
        error: code === null ? new AuthorizationError({ error, state: request.state }) : null,
      });
      void this.completeAuthorizationRequestIfPossible();
    });
    void request.setupCodeVerifier().then(() => this.#open(this.buildRequestUrl(configuration, request)));
  }

  protected completeAuthorizationRequest(): Promise<AuthorizationRequestResponse> {
    return this.#answer.promise;
  }
}

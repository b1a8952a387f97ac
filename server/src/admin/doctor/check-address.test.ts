/** What the doctor sends to the address behind PUBLIC_URL; doctor.test.ts has what it finds there. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority } from "#test/certificates.ts";
import { startNameServer } from "#test/name-server.ts";
import { checkAddress } from "./check-address.ts";

const site = "login.school.example";

test.each([site, "127.0.0.1"])(
  "the portal at %s is asked for by the host of PUBLIC_URL with its port, without a warning of Node",
  async (name) => {
    const names = await startNameServer([{ type: "A", name: site, data: "127.0.0.1" }]);
    onTestFinished(() => names.close());
    const authority = await createAuthority();
    const hosts: (string | undefined)[] = [];
    const web = createServer(await authority.issue(name, 60), (request, response) => {
      hosts.push(request.headers.host);
      response.end('{"status":"alive"}');
    });
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void web.close());
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));

    const { port } = web.address() as AddressInfo;
    const findings = await checkAddress({ publicUrl: `https://${name}:${port}` }, { resolver: names.resolver, ca: authority.ca });
    expect(findings.map(({ area, state }) => `${area}: ${state}`)).toEqual(["dns: ok", "tls: ok", "clock: ok"]);
    expect(hosts).toEqual([`${name}:${port}`]);
    // Other tests of this worker may warn of other things.
    expect(warnings.filter((text) => /servername/i.test(text))).toEqual([]);
  },
);

/** An authority of tests, and servers' certificates that it signs. */
// @peculiar/x509 does not load without it.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  cryptoProvider,
} from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 86_400_000;
cryptoProvider.set(webcrypto);

export interface ServerCertificate {
  cert: string;
  key: string;
}

export interface Authority {
  /** In PEM, for programs that should trust it. */
  ca: string;
  /** A certificate for one name or IP address, from 30 days ago until so many days from now. */
  issue(name: string, days: number): Promise<ServerCertificate>;
  /** A passkey device's certificate in DER, which names an address for its revocations. */
  issueForDevice(revocations: string): Promise<Buffer>;
}

export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    name: "CN=An authority of tests",
    notBefore: new Date(Date.now() - 400 * day),
    notAfter: new Date(Date.now() + 400 * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: root.toString("pem"),
    async issue(name, days) {
      const own = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${name}`,
        issuer: root.subject,
        notBefore: new Date(Date.now() - 30 * day),
        notAfter: new Date(Date.now() + days * day),
        signingAlgorithm: algorithm,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [new SubjectAlternativeNameExtension([{ type: isIP(name) === 0 ? "dns" : "ip", value: name }])],
      });
      const key = PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", own.privateKey), "PRIVATE KEY");
      return { cert: certificate.toString("pem"), key };
    },
    async issueForDevice(revocations) {
      const certificate = await X509CertificateGenerator.create({
        subject: "C=NO,O=Tests,OU=Authenticator Attestation,CN=A device",
        issuer: root.subject,
        notBefore: new Date(Date.now() - 30 * day),
        notAfter: new Date(Date.now() + 30 * day),
        signingAlgorithm: algorithm,
        publicKey: (await newKeys()).publicKey,
        signingKey: keys.privateKey,
        extensions: [new BasicConstraintsExtension(false), new CRLDistributionPointsExtension([revocations])],
      });
      return Buffer.from(certificate.rawData);
    },
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

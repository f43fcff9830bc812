import { X509Certificate, createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";
import { sampleHosts } from "./samples.ts";

/** Names that the marketplace answers for. */
export const servedHosts: readonly string[] = ["www.etsy.com", "etsy.com", "i.etsystatic.com", "localhost", "127.0.0.1", ...sampleHosts];

export interface Certificate {
  key: string;
  cert: string;
  /** SHA-256 of the public key, base64: what Chromium's --ignore-certificate-errors-spki-list takes */
  spki: string;
}

const validDays = 30;
const dayMs = 86_400_000;

function hashPublicKey(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

async function make(): Promise<Certificate> {
  const altNames = servedHosts.map((host) => (/^\d/.test(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }));
  const made = await generate([{ name: "commonName", value: "Quayside sandbox marketplace" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - dayMs),
    notAfterDate: new Date(Date.now() + validDays * dayMs),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  return { key: made.private, cert: made.cert, spki: hashPublicKey(made.cert) };
}

async function kept(folder: string): Promise<Certificate | null> {
  try {
    const [key, cert] = await Promise.all([readFile(join(folder, "key.pem"), "utf8"), readFile(join(folder, "certificate.pem"), "utf8")]);
    const { validToDate } = new X509Certificate(cert);
    return validToDate.getTime() - Date.now() > dayMs ? { key, cert, spki: hashPublicKey(cert) } : null;
  } catch {
    return null;
  }
}

/**
 * A self-signed certificate for every host that is served. It is trusted by nobody: a browser must be told to accept it.
 * @param dataDir where to store it (mode 0600) so that the next start has the same; null makes a new one in memory
 */
export async function certificate(dataDir: string | null): Promise<Certificate> {
  if (dataDir === null) return make();
  const folder = join(dataDir, "marketplace");
  const known = await kept(folder);
  if (known !== null) return known;
  const made = await make();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "key.pem"), made.key, { mode: 0o600 });
  await writeFile(join(folder, "certificate.pem"), made.cert, { mode: 0o600 });
  return made;
}

import { resolve } from "node:path";

/** Reads a variable of the extension's build; empty counts as missing, as everywhere in our environment. */
export function givenToBuild(name: "QUAYSIDE_ORIGIN" | "QUAYSIDE_ENTITLEMENT_KEYS"): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

/** The server of the test builds: a browser resolves the name to the test's server. */
export const e2eOrigin = "http://quayside.localhost";

/** The folder of the test builds' keys; a test's server signs with them. */
export const e2eKeysDir = resolve(".output/e2e-keys");

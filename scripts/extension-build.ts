import { resolve } from "node:path";

/** A variable that a build of the extension goes by; empty is not given, as everywhere in our environment. */
export function givenToBuild(name: "QUAYSIDE_ORIGIN" | "QUAYSIDE_ENTITLEMENT_KEYS"): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

/** The server of the test builds: a browser resolves the name to wherever a test's server listens. */
export const e2eOrigin = "http://quayside.localhost";

/** Where the keys of the test builds live; a test's server signs with them. */
export const e2eKeysDir = resolve(".output/e2e-keys");

import { spawnSync } from "node:child_process";
import { openEntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import { readEnvironment } from "./environment.ts";
import { e2eKeysDir, e2eOrigin, givenToBuild } from "./extension-build-variables.ts";

// Builds the extension for Chrome and Firefox with its server's address and the public keys of its entitlement tokens. `--mode e2e` makes the test
// builds, whose server is a host of the tests' own with its own keys; `--zip` the packages for the stores.
const isTest = process.argv.includes("e2e");
const isForStores = process.argv.includes("--zip");

interface Settings {
  origin: string;
  keysDir: string;
  /** the private keys themselves, if the environment gives them */
  given: string | undefined;
}

function settings(): Settings {
  if (isTest) return { origin: e2eOrigin, keysDir: e2eKeysDir, given: undefined };
  const { server, dataDir } = readEnvironment();
  const named = givenToBuild("QUAYSIDE_ORIGIN") ?? server.PUBLIC_ORIGIN;
  if (isForStores && named === undefined) throw new Error("QUAYSIDE_ORIGIN: is needed for the stores' packages, which sell Pro there");
  return { origin: named ?? `http://127.0.0.1:${server.homepagePort}`, keysDir: dataDir, given: server.ENTITLEMENT_KEYS };
}

/** Returns the public keys that the environment names, or those of a server that would run here. */
async function publicKeys({ keysDir, given }: Settings): Promise<string> {
  const named = isTest ? undefined : givenToBuild("QUAYSIDE_ENTITLEMENT_KEYS");
  return named ?? JSON.stringify(openEntitlementKeys(keysDir, given).publicKeys);
}

try {
  const known = settings();
  const env = {
    ...process.env,
    QUAYSIDE_ORIGIN: known.origin,
    QUAYSIDE_ENTITLEMENT_KEYS: await publicKeys(known),
    EXTENSION_FOR_STORE: isForStores ? "1" : "",
  };
  for (const browser of ["chrome", "firefox"]) {
    const { status } = spawnSync("wxt", [isForStores ? "zip" : "build", "-b", browser, ...(isTest ? ["--mode", "e2e"] : [])], {
      stdio: "inherit",
      env,
    });
    if (status !== 0) process.exit(status ?? 1);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

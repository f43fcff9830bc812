import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { entitlementKeysFile, openEntitlementKeys, rotateKeys } from "./platform/runtime/entitlement-signer.ts";
import type { Rotation } from "./platform/runtime/entitlement-signer.ts";
import { readServerEnvironment } from "./platform/runtime/environment.ts";

// `node server/keys.ts list
// add
// use`: the keys that sign entitlement tokens. `list` prints the public halves for a build of the extension; `add` creates a further key, which signs
// nothing yet, so that builds can include it; `use` makes the newest sign from the next start on.

const usage = "usage: node server/keys.ts list|add|use";

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** Replaces a file atomically: a process that starts meanwhile reads the old keys or the new ones. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  const handle = openSync(draft, "wx", 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, path);
}

const [command = "", ...more] = process.argv.slice(2);
if (!["list", "add", "use"].includes(command) || more.length > 0) fail(usage);
try {
  const { DATA_DIR, ENTITLEMENT_KEYS } = readServerEnvironment();
  const before = openEntitlementKeys(DATA_DIR, ENTITLEMENT_KEYS);
  if (command === "list") process.stdout.write(`${JSON.stringify(before.publicKeys)}\n`);
  else {
    if (ENTITLEMENT_KEYS !== undefined) fail("the keys come from ENTITLEMENT_KEYS: change them there");
    const path = join(DATA_DIR, entitlementKeysFile);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the word was found in the list of rotations
    replace(path, rotateKeys(readFileSync(path, "utf8"), path, command as Rotation));
    const { publicKeys } = openEntitlementKeys(DATA_DIR, undefined);
    const kids = publicKeys.map(({ kid }, index) => (index === 0 ? `${kid} (signs from the next start on)` : kid));
    process.stdout.write(`${kids.join("\n")}\n`);
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

import { spawn } from "node:child_process";
import { once } from "node:events";

/** A command that passes or fails as a whole. */
interface Check {
  name: string;
  command: readonly [string, ...string[]];
}

/** Checks that run one after the other. */
type Lane = readonly Check[];

const extensionBuilds: Lane = [
  { name: "builds of both browsers", command: ["npm", "run", "-s", "build"] },
  { name: "test builds of both browsers", command: ["npm", "run", "-s", "build:e2e"] },
];
const webBuilds: Lane = [
  { name: "build of the web application", command: ["npm", "run", "-s", "build:web"] },
  { name: "test build of the web application", command: ["npm", "run", "-s", "build:web:e2e"] },
];

/** What the browser tests open. Lanes run at the same time, one for each core. */
export const builds: readonly (readonly Lane[])[] = [[extensionBuilds, webBuilds]];

/**
 * Every check, in stages that run one after the other. Checks that read or write `.wxt` (types and lint, the extension's builds) share a lane,
 * and each build has a folder of its own.
 */
export const checks: readonly (readonly Lane[])[] = [
  [
    [
      // Together: each would infer the same types, which takes most of their time.
      { name: "types and lint", command: ["npm", "run", "-s", "lint:types"] },
      ...extensionBuilds,
    ],
    [
      { name: "format", command: ["npm", "run", "-s", "format:check"] },
      { name: "committed schema and its types", command: ["npm", "run", "-s", "schema", "--", "--check"] },
      { name: "committed API document", command: ["npm", "run", "-s", "openapi", "--", "--check"] },
      { name: "unused code", command: ["npm", "run", "-s", "unused"] },
      { name: "import boundaries", command: ["npm", "run", "-s", "boundaries"] },
      ...webBuilds,
    ],
  ],
  [[{ name: "bundle sizes", command: ["npm", "run", "-s", "sizes"] }]],
];

/**
 * Runs stages of checks, and prints each result; the output of a check only when it failed, in one piece.
 * @returns how many checks passed and failed
 */
export async function runChecks(stages: readonly (readonly Lane[])[], env: NodeJS.ProcessEnv): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const runLane = async (lane: Lane) => {
    for (const check of lane) counts[(await runCheck(check, env)) ? "passed" : "failed"] += 1;
  };
  for (const lanes of stages) await Promise.all(lanes.map(runLane));
  return counts;
}

async function runCheck({ name, command }: Check, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [program, ...args] = command;
  const started = Date.now();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (output += part));
  const code = await once(child, "close").then(
    ([ended]) => Number(ended ?? 1),
    (error: unknown) => {
      output += String(error);
      return 1;
    },
  );
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

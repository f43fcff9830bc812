import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a command to its end and shows its output only if it fails.
 * @throws Error naming the command if it fails
 */
export function runQuietly(what: string, program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const run = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } });
  if (run.status === 0) return;
  console.error(run.stdout, run.stderr);
  throw new Error(`${what} failed (${program} ${args.join(" ")})`);
}

/**
 * Runs a command asynchronously, signals included; it ends with our process.
 * @throws Error naming the command if it fails
 */
export async function runBeside(
  what: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  // In a process group of its own, so that everything the command started ends with it.
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env }, detached: true });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  };
  process.once("exit", end);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (said += part));
  const [code] = (await once(child, "close")) as [number | null];
  process.off("exit", end);
  if (code === 0) return;
  console.error(said);
  throw new Error(`${what} failed (${program} ${args.join(" ")})`);
}

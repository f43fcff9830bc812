import { spawn } from "node:child_process";
import { once } from "node:events";

/** Wakes every 5 ms and records the longest delay in ms; reports it when told to end. */
const watcher = `
let longest = 0;
let before = performance.now();
setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - before - 5);
  before = now;
}, 5);
process.stdin.on("end", () => process.stdout.write(String(longest), () => process.exit(0))).resume();
`;

/**
 * Watches the machine with an idle process: its delays are not caused by our programs.
 * @returns ends the watch and returns the longest stall in ms
 */
export function watchMachine(): () => Promise<number> {
  const child = spawn(process.execPath, ["-e", watcher], { stdio: ["pipe", "pipe", "ignore"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (said += part));
  return async () => {
    const ended = once(child, "close");
    child.stdin.end();
    await ended;
    return Number(said);
  };
}

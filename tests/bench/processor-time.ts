import { readdirSync, readFileSync } from "node:fs";

/** Ticks of /proc/PID/stat in a second: fixed for Linux's interface. */
const ticksPerSecond = 100;

/** Splits the fields of /proc/PID/stat after the command's name, which may contain blanks; [0] is the state. Null for a process that ended. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Returns the parent of a process. @throws Error if it ended */
export function readParent(pid: number): number {
  const parent = readStat(pid)?.[1];
  if (parent === undefined) throw new Error(`bench: process ${pid} ended`);
  return Number(parent);
}

/** Lists a process and its children. */
export function listFamily(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [pid, ...all.map(Number).filter((other) => Number(readStat(other)?.[1]) === pid)];
}

/** Returns the processor time of processes in ms: utime and stime with all threads. */
export function readProcessorMs(pids: readonly number[]): number {
  const ticks = pids.reduce((sum, pid) => {
    const stat = readStat(pid);
    return sum + Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  }, 0);
  return (ticks * 1000) / ticksPerSecond;
}

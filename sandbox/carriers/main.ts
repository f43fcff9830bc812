import { parseArgs } from "node:util";
import type { CarriersOptions } from "./server.ts";
import { startCarriers } from "./server.ts";

const usage = "carriers: node sandbox/carriers/main.ts [--port N] [--per-second N] [--state FILE]   (0 takes a free port)";

function stop(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function wanted(): CarriersOptions {
  try {
    const { values } = parseArgs({
      options: { port: { type: "string", default: "8460" }, "per-second": { type: "string", default: "50" }, state: { type: "string" } },
    });
    const [port, perSecond] = [Number(values.port), Number(values["per-second"])];
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535 || !Number.isInteger(perSecond) || perSecond < 1 || values.state === "")
      return stop(usage);
    return { port, perSecond, statePath: values.state };
  } catch {
    // An unknown flag.
    return stop(usage);
  }
}

async function main(): Promise<void> {
  if (process.env["NODE_ENV"] === "production") stop("carriers: the sandbox does not run with NODE_ENV=production");
  const options = wanted();
  try {
    const carriers = await startCarriers(options);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void carriers.close());
    process.stdout.write(`carriers: http://127.0.0.1:${carriers.port}\n`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      stop(`carriers: port ${options.port} is in use; choose another by --port, or CARRIERS_PORT for npm start`);
    throw error;
  }
}

await main();

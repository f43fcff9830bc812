import { parseArgs } from "node:util";
import { startProxy } from "./proxy.ts";
import { startMarketplace } from "./server.ts";

const usage = "marketplace: node sandbox/marketplace/main.ts [--port N] [--proxy-port N]   (or MARKETPLACE_PORT; 0 takes a free port)";

function stop(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** A port number, or a line on how to give one. */
function parsePort(word: string): number {
  const port = Number(word);
  return /^\d{1,5}$/.test(word) && port <= 65_535 ? port : stop(usage);
}

function wantedPorts(): { port: number; proxyPort: number | null } {
  try {
    const { values } = parseArgs({ options: { port: { type: "string" }, "proxy-port": { type: "string" } } });
    const proxy = values["proxy-port"];
    return {
      port: parsePort(values.port ?? process.env["MARKETPLACE_PORT"] ?? "8443"),
      proxyPort: proxy === undefined ? null : parsePort(proxy),
    };
  } catch {
    // An unknown flag.
    return stop(usage);
  }
}

/** Ends the process with one line where a port is taken; any other error is a bug and shows its trace. */
async function orStop<T extends { close(): Promise<void> }>(port: number, started: Promise<T>): Promise<T> {
  try {
    return await started;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      return stop(`marketplace: port ${port} is in use; choose another by --port, or MARKETPLACE_PORT for npm start`);
    throw error;
  }
}

async function main(): Promise<void> {
  if (process.env["NODE_ENV"] === "production") stop("marketplace: the sandbox does not run with NODE_ENV=production");
  const { port, proxyPort } = wantedPorts();
  const marketplace = await orStop(port, startMarketplace({ port, dataDir: process.env["DATA_DIR"] ?? null }));
  const proxy = proxyPort === null ? null : await orStop(proxyPort, startProxy(proxyPort, marketplace.port));
  const close = async (): Promise<void> => {
    await Promise.all([marketplace.close(), proxy?.close()]);
  };
  // Before the lines: whoever waits for them may stop the process at once.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void close());
  if (proxy !== null) process.stdout.write(`marketplace proxy: http://127.0.0.1:${proxy.port}\n`);
  process.stdout.write(`marketplace: https://127.0.0.1:${marketplace.port}\n`);
}

await main();

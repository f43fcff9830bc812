import { parseArgs } from "node:util";
import { startS3 } from "./server.ts";

const usage = "s3: node sandbox/s3/main.ts [--port N] [--bucket NAME] [--region NAME] [--key ID] [--secret WORD]   (0 takes a free port)";

function stop(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function wanted(): Parameters<typeof startS3>[0] {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "9000" },
        bucket: { type: "string", default: "quayside" },
        region: { type: "string", default: "us-east-1" },
        key: { type: "string", default: "sandbox" },
        secret: { type: "string", default: "sandbox-secret" },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) return stop(usage);
    return { port, bucket: values.bucket, region: values.region, accessKeyId: values.key, secretAccessKey: values.secret };
  } catch {
    // An unknown flag.
    return stop(usage);
  }
}

async function main(): Promise<void> {
  if (process.env["NODE_ENV"] === "production") stop("s3: the sandbox does not run with NODE_ENV=production");
  const options = wanted();
  try {
    const store = await startS3(options);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void store.close());
    process.stdout.write(`s3: http://127.0.0.1:${store.port}\n`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      stop(`s3: port ${options.port} is in use; choose another`);
    throw error;
  }
}

await main();

import { parseArgs } from "node:util";
import { isLoopbackUrl } from "./control-routes.ts";
import type { PaymentsOptions } from "./server.ts";
import { startPayments } from "./server.ts";
import { UnreadableState } from "./state-file.ts";

const usage =
  "payments: node sandbox/payments/main.ts [--port N] [--webhook-url URL] [--webhook-secret whsec_...] [--secret-key sk_test_...] [--price price_...] [--state FILE]" +
  "   (or STRIPE_WEBHOOK_SECRET, STRIPE_SECRET_KEY, STRIPE_PRICE_ID; 0 takes a free port)";

function stop(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Checks a secret's form, or stops with a line on how to give one. */
function wordOf(given: string | undefined, form: RegExp): string {
  return given !== undefined && form.test(given) ? given : stop(usage);
}

function wanted(): PaymentsOptions {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "8450" },
        "webhook-url": { type: "string" },
        "webhook-secret": { type: "string" },
        "secret-key": { type: "string" },
        price: { type: "string" },
        state: { type: "string" },
      },
    });
    const webhookUrl = values["webhook-url"] ?? null;
    const statePath = values.state ?? null;
    const port = Number(values.port);
    const isPort = /^\d{1,5}$/.test(values.port) && port <= 65_535;
    if (!isPort || (webhookUrl !== null && !isLoopbackUrl(webhookUrl)) || statePath === "") return stop(usage);
    return {
      port,
      webhookUrl,
      statePath,
      // Secrets in the environment show in no list of processes.
      webhookSecret: wordOf(values["webhook-secret"] ?? process.env["STRIPE_WEBHOOK_SECRET"], /^whsec_[\x21-\x7e]{8,}$/),
      secretKey: wordOf(values["secret-key"] ?? process.env["STRIPE_SECRET_KEY"], /^sk_test_\w{8,}$/),
      priceId: wordOf(values.price ?? process.env["STRIPE_PRICE_ID"], /^price_\w+$/),
    };
  } catch {
    // An unknown flag.
    return stop(usage);
  }
}

async function main(): Promise<void> {
  if (process.env["NODE_ENV"] === "production") stop("payments: the sandbox does not run with NODE_ENV=production");
  const options = wanted();
  try {
    const payments = await startPayments(options);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void payments.close());
    process.stdout.write(`payments: http://127.0.0.1:${payments.port}\n`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      stop(`payments: port ${options.port} is in use; choose another by --port, or PAYMENTS_PORT for npm start`);
    if (error instanceof UnreadableState) stop(error.message);
    throw error;
  }
}

await main();

import { apiPrefix } from "#src/kit/api/address.ts";
import { requestTimeoutMs } from "#src/kit/api/client.ts";
import type { InitialConfiguration } from "#src/company/sites/sites.contract.ts";
import { initConfig } from "#src/company/sites/sites.contract.ts";

/** Why the application does not start: the specification's two messages (section 8). */
export type StartProblem = "Network response was not ok" | "Invalid config data format";

/** The application cannot start without its initial configuration. */
export class StartError extends Error {
  override readonly message: StartProblem;
  constructor(message: StartProblem) {
    super(message);
    this.message = message;
    this.name = "StartError";
  }
}

/**
 * Fetches the site's initial configuration. It does not use the client, because the specification prescribes the messages of its failures.
 * @throws StartError if the request fails or its answer is not a configuration
 */
export async function fetchConfiguration(): Promise<InitialConfiguration> {
  const answer = await read();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only an optional field is read, and then parsed
  const parsed = initConfig.output.safeParse((answer as { data?: unknown } | null)?.data);
  if (!parsed.success) throw new StartError("Invalid config data format");
  return parsed.data;
}

async function read(): Promise<unknown> {
  let text: string;
  try {
    const response = await fetch(apiPrefix + initConfig.path, { cache: "no-store", signal: AbortSignal.timeout(requestTimeoutMs) });
    if (!response.ok) throw new StartError("Network response was not ok");
    text = await response.text();
  } catch {
    throw new StartError("Network response was not ok");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError("Invalid config data format");
  }
}

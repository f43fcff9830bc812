import { apiPrefix } from "#src/api/address.ts";
import { requestTimeoutMs } from "#src/api/client.ts";
import type { InitialConfiguration } from "#src/sites/sites.contract.ts";
import { initConfig } from "#src/sites/sites.contract.ts";

/** Why the application does not start: the two words of the specification (section 8). */
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
 * The site's initial configuration. Not through the client: the words of its failures are the specification's own.
 * @throws StartError where no good answer comes, or one that is no configuration
 */
export async function fetchConfiguration(): Promise<InitialConfiguration> {
  const answer = await read();
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

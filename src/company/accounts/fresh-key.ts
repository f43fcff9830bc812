import { CallProblem } from "#src/kit/api/client.ts";

/**
 * Runs an attempt that seals a password, and retries once if its key was used up or expired, so that users do not notice.
 * @param attempt requests its own key each time
 * @throws CallProblem of the last attempt
 */
export async function withFreshKey<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof CallProblem) || error.codeName !== "keyExpired") throw error;
    return attempt();
  }
}

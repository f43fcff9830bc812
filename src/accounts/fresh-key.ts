import { CallProblem } from "#src/api/client.ts";

/**
 * Does what seals a password, and once more with another key where the first one was used up or too old: nobody need hear of that.
 * @param attempt asks for its own key each time
 * @throws CallProblem of the last try
 */
export async function withFreshKey<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof CallProblem) || error.codeName !== "keyExpired") throw error;
    return attempt();
  }
}

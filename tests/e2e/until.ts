/**
 * Polls until there is an answer. The default timeout suits the slowest machine and is only used up by failures.
 * @throws Error naming `what` after `ms`
 */
export async function until<T>(ask: () => Promise<T | null>, what: string, ms = 90_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Asks again until there is an answer. The usual time is for the slowest machine: it is used up by what never comes, and by nothing else.
 * @throws Error naming `what` when `ms` have passed
 */
export async function until<T>(ask: () => Promise<T | null>, what: string, ms = 90_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

import type { Caller } from "#src/api/caller.tsx";
import type { Client } from "#src/api/client.ts";
import { newKey } from "#src/api/client.ts";

/**
 * The caller as a form's `send` sees it: quiet, because the form says itself what went wrong, and with one key for the same input until it was
 * answered, so that a second press after a lost answer does nothing twice.
 */
export function formCaller(caller: Caller, keys: Map<string, string>): Caller {
  const client: Client = {
    ...caller.client,
    async call(call, input, options = {}) {
      const attempt = `${call.name} ${JSON.stringify(input)}`;
      const key = keys.get(attempt) ?? newKey();
      if (options.files === undefined) keys.set(attempt, key);
      const answer = await caller.client.call(call, input, { isQuiet: true, idempotencyKey: key, ...options });
      keys.delete(attempt);
      return answer;
    },
  };
  return { ...caller, client };
}

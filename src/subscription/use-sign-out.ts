import { sessionCalls } from "#src/accounts/session.calls.ts";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useCustomerSession } from "#src/session/customer-session.store.ts";

/** Signs the customer of the public pages out: here in any case, and on the server where it can be reached. */
export function useSignOut(): () => Promise<void> {
  const { perform } = useDeed(sessionCalls.signOut);
  return async () => {
    try {
      await perform({}, { isQuiet: true });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      useCustomerSession.getState().keep(null);
    }
  };
}

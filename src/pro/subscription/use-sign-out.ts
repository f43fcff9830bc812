import { sessionCalls } from "#src/company/accounts/session.calls.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";

/** Signs the customer of the public pages out: locally in any case, and on the server if it is reachable. */
export function useSignOut(): () => Promise<void> {
  const { perform } = useCallMutation(sessionCalls.signOut);
  return async () => {
    try {
      await perform({}, { isQuiet: true });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      useCustomerSession.getState().setSession(null);
    }
  };
}

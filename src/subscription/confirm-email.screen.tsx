import { useState } from "react";
import { useCaller, useDeed } from "#src/api/caller.tsx";
import type { Client } from "#src/api/client.ts";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useCustomerSession } from "#src/session/customer-session.store.ts";
import { Notice } from "#src/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useOnce } from "./use-once.ts";

/** Whoever is signed in here may have another address now, or be somebody else than who opened the link: the server says which. */
async function rename(client: Client): Promise<void> {
  const before = useCustomerSession.getState().session;
  if (before === null) return;
  const { email } = await client.call(subscriptionCalls.getSubscription, {}, { isQuiet: true });
  const { session, keep } = useCustomerSession.getState();
  if (session?.accessToken === before.accessToken) keep({ ...session, email });
}

/** Uses the link up that was mailed to a new address, once, and says what became of it. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string | null>(null);
  const { client } = useCaller();
  const { perform } = useDeed(subscriptionCalls.confirmEmail);
  const { run, problem } = useAttempt();
  const confirm = () =>
    run(async () => {
      const answer = await perform({ token }, { isQuiet: true });
      setEmail(answer.email);
      await rename(client);
    });
  useOnce(confirm);
  if (email !== null)
    return (
      <Notice tone="good" title={t("subscription.email.confirmed", { email })}>
        <p>{t("subscription.email.confirmedNext")}</p>
      </Notice>
    );
  if (problem?.codeName === "linkExpired") return <Notice tone="warn" title={t("subscription.email.over")} code={String(problem.code)} />;
  if (problem !== null) return <CallFailed problem={problem} retry={() => void confirm()} />;
  return <SubLoading text={t("subscription.email.confirming")} />;
}

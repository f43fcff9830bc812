import { useState } from "react";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useOnce } from "./use-once.ts";

/** The signed-in customer may have a new address, or differ from the one who opened the link: asks the server. */
async function updateUsername(client: Client): Promise<void> {
  const before = useCustomerSession.getState().session;
  if (before === null) return;
  const { email } = await client.call(subscriptionCalls.getSubscription, {}, { isQuiet: true });
  const { session, setSession } = useCustomerSession.getState();
  if (session?.accessToken === before.accessToken) setSession({ ...session, email });
}

/** Redeems the link mailed to a new address, once, and shows the result. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string | null>(null);
  const { client } = useCaller();
  const { perform } = useCallMutation(subscriptionCalls.confirmEmail);
  const { run, problem } = useAsyncWork();
  const confirm = () =>
    run(async () => {
      const answer = await perform({ token }, { isQuiet: true });
      setEmail(answer.email);
      await updateUsername(client);
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

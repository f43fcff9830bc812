import "./subscription.css";
import type { ReactNode } from "react";
import { useState } from "react";
import { useDeed } from "#src/api/caller.tsx";
import type { CallProblem } from "#src/api/client.ts";
import type { InputOf } from "#src/api/define-call.ts";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { publicHref } from "#src/public-pages/public-pages.rules.ts";
import { useCustomerSession } from "#src/session/customer-session.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SignInByMail } from "./sign-in-by-mail.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useOnce } from "./use-once.ts";
import { useSignOut } from "./use-sign-out.ts";

interface CustomerDoorProps {
  readonly language: Language;
  readonly purpose: InputOf<typeof subscriptionCalls.requestSignIn>["purpose"];
  /** what a mailed link brought; null for none */
  readonly token: string | null;
  readonly userCode?: string | undefined;
  /** what is behind the door */
  readonly children: ReactNode;
}

/** Uses a mailed link up, once. A newer link wins over whoever is signed in already: it says for whom it was opened. */
function useMailedLink(token: string | null): { isOpen: boolean; problem: CallProblem | null; retry: () => void } {
  const [isOpen, setOpen] = useState(token !== null);
  const { perform } = useDeed(subscriptionCalls.signIn);
  const { run, problem } = useAttempt();
  const use = async () => {
    if (token === null) return;
    await run(async () => {
      const { access_token, csrf_token, email } = await perform({ token }, { isQuiet: true });
      useCustomerSession.getState().keep({ accessToken: access_token, csrfToken: csrf_token, email, since: Date.now() });
      setOpen(false);
    });
  };
  useOnce(use);
  return { isOpen, problem, retry: () => void use() };
}

/** Lets customers in by a mailed link, and shows what is behind once they are. */
export function CustomerDoor({ language, purpose, token, userCode, children }: CustomerDoorProps) {
  const { t } = useTranslation();
  const session = useCustomerSession((store) => store.session);
  const isExpired = useCustomerSession((store) => store.isExpired);
  const signOut = useSignOut();
  const { isOpen, problem, retry } = useMailedLink(token);
  const isOver = problem?.codeName === "linkExpired";
  if (isOpen && problem === null) return <SubLoading text={t("subscription.door.signingIn")} />;
  if (problem?.codeName === "accountBlocked")
    return (
      <Notice tone="bad" title={t("subscription.door.blocked")} code={String(problem.code)}>
        <p>
          <a href={publicHref("support", language)}>{t("subscription.ask.write")}</a>
        </p>
      </Notice>
    );
  if (problem !== null && !isOver) return <CallFailed problem={problem} retry={retry} />;
  // A link that was opened twice does no harm to whoever is signed in.
  if (session === null)
    return (
      <div className="stack">
        {isOver && <Notice tone="warn" title={t("subscription.door.linkOver")} />}
        {isExpired && <Notice tone="normal" title={t("subscription.door.expired")} />}
        <SignInByMail language={language} purpose={purpose} userCode={userCode} />
      </div>
    );
  return (
    <div className="stack">
      <p className="sub-who quiet small">
        <span className="sub-wrap">{t("subscription.door.signedInAs", { email: session.email })}</span>
        <Button tone="plain" onClick={() => void signOut()}>
          {t("subscription.door.other")}
        </Button>
      </p>
      {children}
    </div>
  );
}

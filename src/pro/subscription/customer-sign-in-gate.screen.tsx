import "./subscription.css";
import type { ReactNode } from "react";
import { useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { SignInByMail } from "./sign-in-by-mail.screen.tsx";
import { SubLoading } from "./sub-loading.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useOnce } from "./use-once.ts";
import { useSignOut } from "./use-sign-out.ts";

interface CustomerSignInGateProps {
  readonly language: Language;
  readonly purpose: InputOf<typeof subscriptionCalls.requestSignIn>["purpose"];
  /** the token of a mailed link; null for none */
  readonly token: string | null;
  readonly userCode?: string | undefined;
  /** the content for signed-in customers */
  readonly children: ReactNode;
}

/** Redeems a mailed link, once. A newer link replaces the signed-in customer, because it names its own. */
function useMailedLink(token: string | null): { isOpen: boolean; problem: CallProblem | null; retry: () => void } {
  const [isOpen, setOpen] = useState(token !== null);
  const { perform } = useCallMutation(subscriptionCalls.signIn);
  const { run, problem } = useAsyncWork();
  const use = async () => {
    if (token === null) return;
    await run(async () => {
      const { access_token, csrf_token, email } = await perform({ token }, { isQuiet: true });
      useCustomerSession.getState().setSession({ accessToken: access_token, csrfToken: csrf_token, email, since: Date.now() });
      setOpen(false);
    });
  };
  useOnce(use);
  return { isOpen, problem, retry: () => void use() };
}

/** Signs customers in by a mailed link, and then shows the content. */
export function CustomerSignInGate({ language, purpose, token, userCode, children }: CustomerSignInGateProps) {
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
          <a href={getPublicHref("support", language)}>{t("subscription.ask.write")}</a>
        </p>
      </Notice>
    );
  if (problem !== null && !isOver) return <CallFailed problem={problem} retry={retry} />;
  // A link that was opened twice does not affect a signed-in customer.
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

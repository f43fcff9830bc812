import "./subscription.css";
import { useEffect, useRef, useState } from "react";
import { emailRefusal } from "#src/accounts/accounts.rules.ts";
import { useDeed } from "#src/api/caller.tsx";
import { codes } from "#src/api/codes.ts";
import type { InputOf } from "#src/api/define-call.ts";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Language } from "#src/lib/look.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Field } from "#src/ui/light/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useRoundSeconds } from "#src/ui/use-round-seconds.ts";

type Request = InputOf<typeof subscriptionCalls.requestSignIn>;
const resendAfterSeconds = 60;

interface SignInByMailProps {
  readonly language: Language;
  /** what the person came for: the page that the mailed link opens */
  readonly purpose: Request["purpose"];
  /** the device code to go on with after the link */
  readonly userCode?: string | undefined;
  /** the address of before, to begin with */
  readonly email?: string;
}

/** Asks for an e-mail address and has a one-time link sent there: the answer is the same for every address. */
export function SignInByMail({ language, purpose, userCode, email: known = "" }: SignInByMailProps) {
  const [email, setEmail] = useState(known);
  const [isSent, setSent] = useState(false);
  const request: Request = { email: email.trim(), language, purpose, ...(userCode === undefined ? {} : { user_code: userCode }) };
  if (isSent) return <Sent request={request} onChange={() => setSent(false)} />;
  return <AskEmail request={request} email={email} onEmail={setEmail} onSent={() => setSent(true)} />;
}

interface AskEmailProps {
  readonly request: Request;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
}

function AskEmail({ request, email, onEmail, onSent }: AskEmailProps) {
  const { t } = useTranslation();
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { perform } = useDeed(subscriptionCalls.requestSignIn);
  const { run, isBusy, problem } = useAttempt();
  const refusal = isRefused ? emailRefusal(request.email) : null;
  const send = () =>
    run(async () => {
      await perform(request, { isQuiet: true });
      onSent();
    });
  return (
    <form
      className="sub-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(true);
        if (emailRefusal(request.email) === null) void send();
        else field.current?.focus();
      }}
    >
      <h2>{t("subscription.mail.title")}</h2>
      <p className="quiet">{t(`subscription.mail.${request.purpose}`)}</p>
      <Field
        ref={field}
        label={t("subscription.mail.email")}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        value={email}
        onText={onEmail}
        {...(refusal === null ? {} : { error: codes[refusal][request.language] })}
      />
      {problem !== null && <CallFailed problem={problem} />}
      <Button type="submit" tone="primary" size="big" disabled={isBusy}>
        {t("subscription.mail.send")}
      </Button>
    </form>
  );
}

/** Says what to do next, the same for every address, and sends once more after a minute. */
function Sent({ request, onChange }: { request: Request; onChange: () => void }) {
  const { t } = useTranslation();
  const [rounds, setRounds] = useState(0);
  const seconds = useRoundSeconds(rounds, resendAfterSeconds);
  const { perform } = useDeed(subscriptionCalls.requestSignIn);
  const { run, isBusy, problem } = useAttempt();
  const said = useRef<HTMLDivElement>(null);
  // The form with the focus has gone: what came in its place is read out.
  useEffect(() => said.current?.focus(), []);
  const again = () =>
    run(async () => {
      await perform(request, { isQuiet: true });
      setRounds((before) => before + 1);
      useToasts.getState().show("good", t("subscription.mail.sentAgain"));
    });
  return (
    <div className="sub-form">
      <div ref={said} className="sub-said" tabIndex={-1}>
        <Notice tone="good" title={t("subscription.mail.sent", { email: request.email })}>
          <p>{t("subscription.mail.next")}</p>
        </Notice>
      </div>
      <p className="quiet">{t("subscription.mail.nothing")}</p>
      {problem !== null && <CallFailed problem={problem} />}
      <div className="row">
        <Button disabled={seconds > 0 || isBusy} onClick={() => void again()}>
          {seconds > 0 ? t("subscription.mail.againIn", { count: seconds }) : t("subscription.mail.again")}
        </Button>
        <Button tone="plain" onClick={onChange}>
          {t("subscription.mail.change")}
        </Button>
      </div>
    </div>
  );
}

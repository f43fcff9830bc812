import "./subscription.css";
import { useEffect, useRef, useState } from "react";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Field } from "#src/kit/ui/light/field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";
import { useRoundSeconds } from "#src/kit/ui/use-round-seconds.ts";

type Request = InputOf<typeof subscriptionCalls.requestSignIn>;
const resendAfterSeconds = 60;

interface SignInByMailProps {
  readonly language: Language;
  /** the page that the mailed link opens */
  readonly purpose: Request["purpose"];
  /** the device code to continue with after the link */
  readonly userCode?: string | undefined;
  /** the initial address */
  readonly email?: string;
}

/** Requests a one-time link by e-mail; the response is the same for every address. */
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
  const { perform } = useCallMutation(subscriptionCalls.requestSignIn);
  const { run, isBusy, problem } = useAsyncWork();
  const refusal = isRefused ? getEmailRefusal(request.email) : null;
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
        if (getEmailRefusal(request.email) === null) void send();
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
        {...(refusal === null ? {} : { error: getCodeTexts(refusal)[request.language] })}
      />
      {problem !== null && <CallFailed problem={problem} />}
      <Button type="submit" tone="primary" size="big" disabled={isBusy}>
        {t("subscription.mail.send")}
      </Button>
    </form>
  );
}

/** Says what to do next, identically for every address, and resends after a minute. */
function Sent({ request, onChange }: { request: Request; onChange: () => void }) {
  const { t } = useTranslation();
  const [rounds, setRounds] = useState(0);
  const seconds = useRoundSeconds(rounds, resendAfterSeconds);
  const { perform } = useCallMutation(subscriptionCalls.requestSignIn);
  const { run, isBusy, problem } = useAsyncWork();
  const said = useRef<HTMLDivElement>(null);
  // The focused form is gone, so its replacement takes the focus and is read out.
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

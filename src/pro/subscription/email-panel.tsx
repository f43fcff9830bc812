import { useState } from "react";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Field } from "#src/kit/ui/light/field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CallFailed } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

/** The account's address, and a form to change it: a link is mailed there, and only opening it changes anything. */
export function EmailPanel({ language, email }: { language: Language; email: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { perform } = useCallMutation(subscriptionCalls.changeEmail);
  const { run, isBusy, problem } = useAsyncWork();
  const wanted = typed.trim();
  const isSame = wanted.toLowerCase() === email.toLowerCase();
  const error = isSame
    ? t("subscription.email.same")
    : getEmailRefusal(wanted) === null
      ? undefined
      : getCodeTexts("accounts.emailShape")[language];
  const send = () =>
    run(async () => {
      await perform({ email: wanted, language }, { isQuiet: true });
      setSentTo(wanted);
      setTyped("");
      setRefused(false);
    });
  return (
    <section className="panel stack" aria-labelledby="sub-email">
      <h2 id="sub-email">{t("subscription.email.title")}</h2>
      <p className="sub-wrap">{t("subscription.email.text", { email })}</p>
      {sentTo !== null && (
        <Notice tone="good" title={t("subscription.email.sent", { email: sentTo })}>
          <p>{t("subscription.email.sentNext")}</p>
        </Notice>
      )}
      {problem !== null && <CallFailed problem={problem} />}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(true);
          if (error === undefined) void send();
        }}
      >
        <Field
          label={t("subscription.email.new")}
          type="email"
          autoComplete="off"
          inputMode="email"
          maxLength={254}
          value={typed}
          onText={setTyped}
          {...(isRefused && error !== undefined ? { error } : {})}
        />
        <div className="row">
          <Button type="submit" disabled={isBusy}>
            {t("subscription.email.change")}
          </Button>
        </div>
      </form>
    </section>
  );
}

import "./support.css";
import { useRef, useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { CallFailed } from "#src/pro/subscription/call-failed.screen.tsx";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Field, Select } from "#src/kit/ui/light/field.tsx";
import { MessageField } from "./message-field.tsx";
import { supportTopics } from "./support.rules.ts";
import { sendRequest } from "./support.calls.ts";
import { SupportSent } from "./support-sent.tsx";
import type { SupportDraft } from "./support-draft.storage.ts";
import { emptyDraft, saveDraft, readDraft } from "./support-draft.storage.ts";
import type { SupportField } from "./support-words.rules.ts";
import { findProblemField, findSupportFaults, supportFields } from "./support-words.rules.ts";

interface SupportFormProps {
  readonly language: Language;
  /** the signed-in user's address, as the initial value */
  readonly email?: string;
}

/** The support form: plain text, a draft for the lifetime of the tab, and a number once it is sent. */
export function SupportForm({ language, email = "" }: SupportFormProps) {
  const [sent, setSent] = useState<{ number: string; email: string } | null>(null);
  if (sent !== null) return <SupportSent number={sent.number} email={sent.email} onAnother={() => setSent(null)} />;
  return <Write language={language} email={email} onSent={setSent} />;
}

/** The draft, saved on each change. */
function useDraft(email: string): [SupportDraft, (part: Partial<SupportDraft>) => void] {
  const [draft, setDraft] = useState(() => {
    const kept = readDraft();
    return kept.email === "" ? { ...kept, email } : kept;
  });
  const write = (part: Partial<SupportDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    saveDraft(next);
  };
  return [draft, write];
}

interface WriteProps {
  readonly language: Language;
  readonly email: string;
  readonly onSent: (sent: { number: string; email: string }) => void;
}

function Write({ language, email, onSent }: WriteProps) {
  const { t } = useTranslation();
  const [draft, write] = useDraft(email);
  const [openedAt] = useState(() => performance.now());
  const [isTold, setTold] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const website = useRef<HTMLInputElement>(null);
  const { perform } = useCallMutation(sendRequest);
  const { run, isBusy, problem } = useAsyncWork();
  const faults = isTold ? findSupportFaults(draft) : {};
  const refused = new Map(problem?.fields.map((one) => [findProblemField(one), one.msg[language]]));
  const findError = (field: SupportField): { error?: string } => {
    const fault = faults[field];
    if (fault !== undefined) return { error: fault === "shape" ? t("support.shape") : getCodeTexts(fault)[language] };
    const said = refused.get(field);
    return said === undefined ? {} : { error: said };
  };
  const send = () =>
    run(async () => {
      const sent = { ...draft, email: draft.email.trim(), page: draft.page.trim() };
      const open_ms = Math.round(performance.now() - openedAt);
      const { number } = await perform({ ...sent, language, website: website.current?.value ?? "", open_ms }, { isQuiet: true });
      saveDraft({ ...emptyDraft, email: sent.email });
      onSent({ number, email: sent.email });
    });
  const submit = () => {
    setTold(true);
    const wrong = supportFields.find((field) => findSupportFaults(draft)[field] !== undefined);
    if (wrong === undefined) void send();
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  const isNamed = supportFields.some((field) => refused.has(field));
  return (
    <form
      ref={form}
      className="support-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="support-two">
        <Field
          name="email"
          label={t("support.field.email")}
          hint={t("support.field.emailHint")}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
          value={draft.email}
          onText={(text) => write({ email: text })}
          {...findError("email")}
        />
        <Select
          label={t("support.field.topic")}
          value={draft.topic}
          options={supportTopics.map((topic) => ({ value: topic, text: t(`support.topic.${topic}`) }))}
          onValue={(topic) => write({ topic })}
        />
      </div>
      <MessageField message={draft.message} onText={(message) => write({ message })} {...findError("message")} />
      <Field
        name="page"
        label={t("support.field.page")}
        hint={t("support.field.pageHint")}
        autoComplete="off"
        inputMode="url"
        maxLength={500}
        value={draft.page}
        onText={(page) => write({ page })}
        {...findError("page")}
      />
      {/* A honeypot for bots; invisible and unreachable for people. */}
      <div className="support-trap" aria-hidden="true">
        <label htmlFor="support-website">{t("support.field.website")}</label>
        <input ref={website} id="support-website" name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      {problem !== null && !isNamed && <CallFailed problem={problem} />}
      {problem !== null && <p className="quiet">{t("support.failed")}</p>}
      <div className="support-send">
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isBusy ? t("support.sending") : t("support.send")}
        </Button>
        <p className="quiet small">{t("support.draft")}</p>
      </div>
    </form>
  );
}

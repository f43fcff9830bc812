import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { ruled } from "#src/kit/api/define-call.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useRoundSeconds } from "#src/kit/ui/use-round-seconds.ts";
import { requestPasswordReset } from "./accounts.contract.ts";
import { toQueryText } from "./next-path.rules.ts";

const resendAfterSeconds = 60;

const requestForm = defineForm({
  name: "accounts.request",
  keepsDraft: false,
  schema: z.object({
    username: ruled(z.string().max(254), (value) => (value.trim() === "" ? "accounts.usernameRequired" : null)),
  }),
  fields: { username: { kind: "text", label: "accounts.field.username", autoComplete: "username", isRequired: true } },
  submit: "accounts.request.submit",
  send: async ({ username }, { client }) =>
    client.call(requestPasswordReset, { username: username.trim(), language: useAppearance.getState().language }),
});

/** Says what to do next, identically for every username, and resends after a minute. */
function Requested({ username, onOther }: { username: string; onOther: () => void }) {
  const { t } = useTranslation();
  const { perform, isPending } = useCallMutation(requestPasswordReset);
  const [rounds, setRounds] = useState(0);
  const seconds = useRoundSeconds(rounds, resendAfterSeconds);
  const show = useToasts((store) => store.show);
  const said = useRef<HTMLDivElement>(null);
  // The focused form is gone, so its replacement takes the focus and is read out.
  useEffect(() => said.current?.focus(), []);
  const again = async () => {
    try {
      await perform({ username, language: useAppearance.getState().language });
    } catch {
      // Already shown as a toast.
      return;
    }
    setRounds((before) => before + 1);
    show("good", t("accounts.request.sentAgain"));
  };
  return (
    <>
      <div ref={said} className="door-said" tabIndex={-1}>
        <Notice tone="good" title={t("accounts.request.done", { username })}>
          <p>{t("accounts.request.next")}</p>
        </Notice>
      </div>
      <p className="quiet">{t("accounts.request.nothing")}</p>
      <div className="door-choices">
        <Button isDisabled={seconds > 0 || isPending} onClick={() => void again()}>
          {seconds > 0 ? t("accounts.request.againIn", { count: seconds }) : t("accounts.request.again")}
        </Button>
        <Button tone="plain" onClick={onOther}>
          {t("accounts.request.other")}
        </Button>
      </div>
    </>
  );
}

/** Requests the link to set a new password. */
export function RequestLink() {
  const { t } = useTranslation();
  const search = useSearch({ strict: false });
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <header className="stack-tight">
        <h1>{t("accounts.request.title")}</h1>
        {asked === null && <p className="quiet">{t("accounts.request.text")}</p>}
      </header>
      {asked === null ? (
        <Form
          of={requestForm}
          autoFocus
          initial={{ username: toQueryText(search.username) }}
          onDone={(_answer, values) => setAsked(values.username.trim())}
        />
      ) : (
        <Requested username={asked} onOther={() => setAsked(null)} />
      )}
    </>
  );
}

import { useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Dialog } from "#src/kit/ui/light/dialog.tsx";
import { Field } from "#src/kit/ui/light/field.tsx";
import { CallFailed, useProblemText } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface DeleteDialogProps {
  readonly email: string;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before the account is deleted: its address is typed, and the server compares it. */
export function DeleteDialog({ email, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const { perform } = useCallMutation(subscriptionCalls.deleteAccount);
  const { run, isBusy, problem, clear } = useAsyncWork();
  const isOther = problem?.codeName === "subscription.emailDiffers";
  const refusal = useProblemText(isOther ? problem : null);
  const remove = () =>
    run(async () => {
      await perform({ email: typed.trim() }, { isQuiet: true });
      onDeleted();
    });
  const write = (text: string) => {
    setTyped(text);
    clear();
  };
  return (
    <Dialog
      title={t("subscription.account.askTitle")}
      closeText={t("subscription.account.askNo")}
      onClose={onClose}
      actions={
        <Button type="submit" form="sub-delete" tone="danger" disabled={isBusy || typed.trim() === ""}>
          {t("subscription.account.askYes")}
        </Button>
      }
    >
      <p>{t("subscription.account.askText")}</p>
      <form
        id="sub-delete"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") void remove();
        }}
      >
        <Field
          label={t("subscription.account.askEmail", { email })}
          autoComplete="off"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onText={write}
          {...(refusal === undefined ? {} : { error: refusal })}
        />
      </form>
      {problem !== null && !isOther && <CallFailed problem={problem} />}
    </Dialog>
  );
}

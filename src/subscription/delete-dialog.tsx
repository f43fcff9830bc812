import { useState } from "react";
import { useDeed } from "#src/api/caller.tsx";
import { useAttempt } from "#src/api/use-attempt.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Dialog } from "#src/ui/light/dialog.tsx";
import { Field } from "#src/ui/light/field.tsx";
import { CallFailed, useProblemText } from "./call-failed.screen.tsx";
import { subscriptionCalls } from "./subscription.calls.ts";

interface DeleteDialogProps {
  readonly email: string;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before the account goes: its address is typed, and the server compares it. */
export function DeleteDialog({ email, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const { perform } = useDeed(subscriptionCalls.deleteAccount);
  const { run, isBusy, problem, clear } = useAttempt();
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

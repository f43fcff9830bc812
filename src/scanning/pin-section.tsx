import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAnswer, useCaller, useDeed } from "#src/api/caller.tsx";
import type { OutputOf } from "#src/api/define-call.ts";
import { queryKeyOf } from "#src/api/query.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { BadgeDialog } from "./badge.tsx";
import { myPin, removePin } from "./hand-over.contract.ts";
import { badgeForm, pinFormOf } from "./pin.form.ts";
import { useMaker } from "./use-scan-call.ts";
import { ActionButton } from "#src/ui/action/action-button.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { scanningActions } from "./scanning.actions.ts";

type Open = { readonly kind: "pin" | "password" } | { readonly kind: "badge"; readonly code: string } | null;

/** Whether there is a PIN and a badge, and since when. */
function PinState({ of }: { of: OutputOf<typeof myPin> }) {
  const { t, locale } = useTranslation();
  const date = (at: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(at));
  const { pin_set_at, badge_made_at, is_locked } = of;
  return (
    <div className="row">
      <StatusTag
        tone={pin_set_at === null ? "quiet" : "good"}
        text={pin_set_at === null ? t("scanning.pin.none") : t("scanning.pin.since", { date: date(pin_set_at) })}
      />
      <StatusTag
        tone={badge_made_at === null ? "quiet" : "good"}
        text={badge_made_at === null ? t("scanning.pin.badge.none") : t("scanning.pin.badge.since", { date: date(badge_made_at) })}
      />
      {is_locked && <StatusTag tone="bad" text={t("scanning.pin.locked")} />}
    </div>
  );
}

/** The own PIN and badge for a hand-held that several people share: for the profile of whoever scans. */
export function PinSection() {
  const { t } = useTranslation();
  const caller = useCaller();
  const { scope, role } = caller;
  const queries = useQueryClient();
  const show = useToasts((store) => store.show);
  const { name } = useMaker();
  const pinForm = useMemo(() => pinFormOf(role), [role]);
  const { data, isLoading } = useAnswer(myPin, {});
  const removal = useDeed(removePin);
  const [open, setOpen] = useState<Open>(null);
  const changed = () => queries.invalidateQueries({ queryKey: queryKeyOf(scope, myPin) });
  const close = () => setOpen(null);
  const remove = async (): Promise<void> => {
    await removal.perform({});
    await changed();
    show("good", t("scanning.pin.removed"));
  };
  if (!isPermitted(scanningActions.setPin, caller)) return null;
  return (
    <section className="panel stack" aria-labelledby="scanning-pin">
      <div className="stack-tight">
        <h2 id="scanning-pin">{t("scanning.pin.title")}</h2>
        <p className="quiet">{t("scanning.pin.text")}</p>
      </div>
      {isLoading && <span className="skeleton height-unknown" />}
      {data !== undefined && <PinState of={data} />}
      <div className="row">
        <ActionButton of={scanningActions.setPin} subject={undefined} tone="primary" onClick={() => setOpen({ kind: "pin" })}>
          {t("scanning.pin.set")}
        </ActionButton>
        <ActionButton of={scanningActions.makeBadge} subject={undefined} onClick={() => setOpen({ kind: "password" })}>
          {t("scanning.pin.badge.make")}
        </ActionButton>
        {data !== undefined && (
          // A removal that fails has said why.
          <ActionButton
            of={scanningActions.removePin}
            subject={data}
            tone="danger"
            isDisabled={removal.isPending}
            onClick={() => void remove().catch(() => undefined)}
          >
            {t("scanning.pin.remove")}
          </ActionButton>
        )}
      </div>
      {open?.kind === "pin" && (
        <FormDialog title={t("scanning.pin.set")} onClose={close}>
          <Form
            of={pinForm}
            onDone={() => {
              close();
              void changed();
              show("good", t("scanning.pin.done"));
            }}
          />
        </FormDialog>
      )}
      {open?.kind === "password" && (
        <FormDialog title={t("scanning.pin.badge.make")} onClose={close}>
          <p>{t("scanning.pin.badge.before")}</p>
          <Form
            of={badgeForm}
            onDone={(code) => {
              setOpen({ kind: "badge", code: String(code) });
              void changed();
            }}
          />
        </FormDialog>
      )}
      {open?.kind === "badge" && <BadgeDialog badge={open.code} name={name} onClose={close} />}
    </section>
  );
}

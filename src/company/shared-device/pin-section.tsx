import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dateFormat } from "#src/kit/lib/formats.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { BadgeDialog } from "./badge.tsx";
import { myPin, removePin } from "./shared-device.contract.ts";
import { badgeForm, createPinForm } from "./pin-form.ts";
import { useDisplayName } from "#src/kit/session/use-display-name.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { sharedDeviceActions } from "./shared-device.actions.ts";

type Open = { readonly kind: "pin" | "password" } | { readonly kind: "badge"; readonly code: string } | null;

/** Whether there are a PIN and a badge, and since when. */
function PinState({ of }: { of: OutputOf<typeof myPin> }) {
  const { t, locale } = useTranslation();
  const date = (at: string) => dateFormat(locale, { dateStyle: "medium" }).format(new Date(at));
  const { pin_set_at, badge_made_at, is_locked } = of;
  return (
    <div className="row">
      <StatusTag
        tone={pin_set_at === null ? "quiet" : "good"}
        text={pin_set_at === null ? t("sharedDevice.pin.none") : t("sharedDevice.pin.since", { date: date(pin_set_at) })}
      />
      <StatusTag
        tone={badge_made_at === null ? "quiet" : "good"}
        text={badge_made_at === null ? t("sharedDevice.pin.badge.none") : t("sharedDevice.pin.badge.since", { date: date(badge_made_at) })}
      />
      {is_locked && <StatusTag tone="bad" text={t("sharedDevice.pin.locked")} />}
    </div>
  );
}

/** The user's PIN and badge for a shared hand-held, in the profile of those who scan. */
export function PinSection() {
  const { t } = useTranslation();
  const caller = useCaller();
  const { scope, role } = caller;
  const queries = useQueryClient();
  const show = useToasts((store) => store.show);
  const name = useDisplayName();
  const pinForm = useMemo(() => createPinForm(role), [role]);
  const { data, isLoading } = useCallQuery(myPin, {});
  const removal = useCallMutation(removePin);
  const [open, setOpen] = useState<Open>(null);
  const changed = () => queries.invalidateQueries({ queryKey: buildQueryKey(scope, myPin) });
  const close = () => setOpen(null);
  const remove = async (): Promise<void> => {
    await removal.perform({});
    await changed();
    show("good", t("sharedDevice.pin.removed"));
  };
  if (!isPermitted(sharedDeviceActions.setPin, caller)) return null;
  return (
    <section className="panel stack" aria-labelledby="scanning-pin">
      <div className="stack-tight">
        <h2 id="scanning-pin">{t("sharedDevice.pin.title")}</h2>
        <p className="quiet">{t("sharedDevice.pin.text")}</p>
      </div>
      {isLoading && <span className="skeleton height-unknown" />}
      {data !== undefined && <PinState of={data} />}
      <div className="row">
        <ActionButton of={sharedDeviceActions.setPin} subject={undefined} tone="primary" onClick={() => setOpen({ kind: "pin" })}>
          {t("sharedDevice.pin.set")}
        </ActionButton>
        <ActionButton of={sharedDeviceActions.makeBadge} subject={undefined} onClick={() => setOpen({ kind: "password" })}>
          {t("sharedDevice.pin.badge.make")}
        </ActionButton>
        {data !== undefined && (
          // A failed removal has already been reported.
          <ActionButton
            of={sharedDeviceActions.removePin}
            subject={data}
            tone="danger"
            isDisabled={removal.isPending}
            onClick={() => void remove().catch(() => undefined)}
          >
            {t("sharedDevice.pin.remove")}
          </ActionButton>
        )}
      </div>
      {open?.kind === "pin" && (
        <FormDialog title={t("sharedDevice.pin.set")} onClose={close}>
          <Form
            of={pinForm}
            onDone={() => {
              close();
              void changed();
              show("good", t("sharedDevice.pin.done"));
            }}
          />
        </FormDialog>
      )}
      {open?.kind === "password" && (
        <FormDialog title={t("sharedDevice.pin.badge.make")} onClose={close}>
          <p>{t("sharedDevice.pin.badge.before")}</p>
          <Form
            of={badgeForm}
            onDone={(code) => {
              setOpen({ kind: "badge", code });
              void changed();
            }}
          />
        </FormDialog>
      )}
      {open?.kind === "badge" && <BadgeDialog badge={open.code} name={name} onClose={close} />}
    </section>
  );
}

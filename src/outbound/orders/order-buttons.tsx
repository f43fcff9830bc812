import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { formatReason, getObstacle } from "#src/kit/ui/action/action.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Menu } from "#src/kit/ui/menu.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { AskedStep } from "./order-steps.ts";
import { useStepDialogs } from "./order-dialogs.tsx";
import { plainSteps } from "./order-row-actions.ts";
import type { PlainStep } from "./order-row-actions.ts";
import { takeStep } from "./order-steps.ts";
import type { OrderView } from "./order-view.rules.ts";
import { deleteOrder } from "./order-writes.contract.ts";
import { orderActions } from "./orders.actions.ts";
import type { OrderDetail } from "./orders.contract.ts";

interface ButtonsProps {
  readonly of: OrderDetail;
  readonly go: (view: OrderView) => void;
  readonly onChanged: () => void;
  readonly onSplit: () => void;
}

type Named = PlainStep | AskedStep;

/** Steps that are buttons of their own, by tone; all others are in the menu beside them. */
const primarySteps = ["submit", "confirm", "allocate", "release_hold", "accept_cancel", "receive"] as const;
const plainButtons = ["withdraw", "return", "hold", "reject_cancel"] as const;
const menuSteps = [
  "delay",
  "end_delay",
  "prioritize",
  "change_channel",
  "declare",
  "split",
  "release_stock",
  "cancel",
  "request_cancel",
  "delete",
] as const;

const isPlain = (step: Named): step is PlainStep => step in plainSteps;

/** What can be done with an order now. */
export function OrderButtons({ of, go, onChanged, onSplit }: ButtonsProps) {
  const words = useTranslation();
  const { t, locale } = words;
  const caller = useCaller();
  const { ask, dialog } = useStepDialogs();
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  function run(step: Named): Promise<BatchResult | null> {
    return isPlain(step) ? takeStep(caller.client, [of], plainSteps[step]) : ask({ step, orders: [of] });
  }

  async function take(step: Named): Promise<void> {
    setBusy(isPlain(step));
    try {
      const result = await run(step);
      const [failed] = result?.failed ?? [];
      if (failed !== undefined) useToasts.getState().show("bad", pickText(failed.message, locale));
      else if (result !== null) useToasts.getState().show("good", t(`orders.did.${step}`, { number: of.order_number }));
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setBusy(false);
      // Also after a refusal: the shown order may be stale because somebody else was first.
      onChanged();
    }
  }

  const press = (step: Named | "split" | "delete") => {
    if (step === "split") onSplit();
    else if (step === "delete") setDeleting(true);
    else void take(step);
  };
  const stepButton = (step: Named, tone: "primary" | "normal") => (
    <ActionButton key={step} of={orderActions[step]} subject={of} tone={tone} isDisabled={isBusy} onClick={() => press(step)}>
      {t(`orders.step.${step}`)}
    </ActionButton>
  );
  const items = menuSteps.flatMap((step): MenuItem[] => {
    const obstacle = getObstacle(orderActions[step], of, caller);
    if (obstacle?.isHidden === true) return [];
    const reason = obstacle === null ? null : formatReason(obstacle, words);
    const isDangerous = step === "cancel" || step === "request_cancel" || step === "delete";
    return [
      { id: step, text: t(`orders.step.${step}`), reason, ...(isDangerous ? { tone: "danger" as const } : {}), choose: () => press(step) },
    ];
  });
  const more = t("orders.page.more");
  return (
    <div className="row">
      {primarySteps.map((step) => stepButton(step, "primary"))}
      <ActionButton of={orderActions.edit} subject={of} onClick={() => go({ kind: "edited", uuid: of.order_uuid })}>
        {t("orders.step.edit")}
      </ActionButton>
      {plainButtons.map((step) => stepButton(step, "normal"))}
      {items.length > 0 && (
        <Menu label={more} items={items} trigger={<IconButton label={more} icon={<Ellipsis size={16} aria-hidden />} />} />
      )}
      {dialog}
      {isDeleting && (
        <RemoveDialog
          title={t("orders.step.delete")}
          text={t("orders.confirm.delete", { count: 1 })}
          submit={t("orders.step.delete")}
          done={t("orders.did.delete", { number: of.order_number })}
          remove={async () => {
            await caller.client.call(deleteOrder, { order_uuid: of.order_uuid, version: of.version });
            go({ kind: "list" });
          }}
          onChanged={onChanged}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

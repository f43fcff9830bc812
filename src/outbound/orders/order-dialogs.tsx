import type { ReactNode } from "react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import type { StepRequest } from "./order-steps.ts";
import { nameOrders } from "./order-words.rules.ts";

// A list of orders is there before the forms of its steps are.
const StepForm = lazyPart(async () => (await import("./step-forms.tsx")).StepForm);

/** Opens a step's dialog. @returns what was done once the dialog is closed; null if it was closed without sending */
export type AskStep = (request: StepRequest) => Promise<BatchResult | null>;

/** Provides the dialogs of the steps that need an answer: `ask` opens one, `dialog` is rendered by the caller. */
export function useStepDialogs(): { readonly ask: AskStep; readonly dialog: ReactNode } {
  const { t, locale } = useTranslation();
  const [open, setOpen] = useState<(StepRequest & { readonly answer: (result: BatchResult | null) => void }) | null>(null);
  const ask: AskStep = useCallback((request) => new Promise((answer) => setOpen({ ...request, answer })), []);
  const close = (result: BatchResult | null) => {
    open?.answer(result);
    setOpen(null);
  };
  const dialog =
    open === null ? null : (
      <FormDialog title={t(`orders.step.${open.step}`)} isWide={open.step === "declare"} onClose={() => close(null)}>
        <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
          <p>
            <strong className="number">{nameOrders(open.orders, { t, locale })}</strong>
          </p>
          <StepForm request={open} onDone={close} />
        </Suspense>
      </FormDialog>
    );
  return { ask, dialog };
}

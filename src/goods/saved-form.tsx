import type { z } from "zod";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { FormDefinition, Values } from "#src/ui/form/form-definition.ts";
import { Form } from "#src/ui/form/form.tsx";
import { useToasts } from "#src/ui/toast.store.ts";

interface SavedFormProps<S extends z.ZodType<Values>> {
  readonly of: FormDefinition<S>;
  readonly initial: Partial<z.input<S>>;
  /** told when it was saved */
  readonly onSaved: () => void;
}

/**
 * A form of something that is there already: it stays, and says that it was saved. It begins anew where what it is about became another; what was
 * saved beside it takes nothing from it that was typed.
 */
export function SavedForm<S extends z.ZodType<Values>>({ of, initial, onSaved }: SavedFormProps<S>) {
  const { t } = useTranslation();
  return (
    <Form
      key={JSON.stringify(Object.keys(of.fields).map((field) => (initial as Values)[field]))}
      of={of}
      initial={initial}
      onDone={() => {
        useToasts.getState().show("good", t("goods.saved"));
        onSaved();
      }}
    />
  );
}

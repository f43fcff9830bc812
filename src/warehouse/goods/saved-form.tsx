import type { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { FormDefinition, Values } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";

interface SavedFormProps<S extends z.ZodType<Values>> {
  readonly of: FormDefinition<S>;
  readonly initial: Partial<z.input<S>>;
  /** called after saving */
  readonly onSaved: () => void;
}

/**
 * A form for an existing record: it stays open and confirms saving. It resets when the record itself is replaced, but input survives when other fields
 * of the record are saved.
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

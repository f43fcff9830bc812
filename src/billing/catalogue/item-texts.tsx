import { useMemo } from "react";
import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { CatalogueItem } from "./catalogue.contract.ts";
import { updateItem } from "./catalogue.contract.ts";
import { Pictures } from "./pictures.tsx";

interface TextsProps {
  readonly of: CatalogueItem;
  readonly mayEdit: boolean;
  readonly onChanged: () => Promise<void>;
}

const { title, description } = updateItem.input.shape;

function textsForm({ item_uuid, version }: Pick<CatalogueItem, "item_uuid" | "version">, onStale: () => Promise<void>) {
  return defineForm({
    name: "catalogue.item",
    schema: z.object({ title, description }),
    submit: "catalogue.texts.save",
    fields: {
      title: { kind: "text", label: "catalogue.texts.title", isRequired: true, maxLength: 300 },
      description: { kind: "lines", label: "catalogue.texts.description", maxLength: 5000 },
    },
    async send(values, { client }: Caller) {
      try {
        return await client.call(updateItem, { ...values, item_uuid, version });
      } catch (error) {
        // The input is kept, and the next attempt is based on what the other person saved.
        if (error instanceof CallProblem && error.codeName === "changedMeanwhile") await onStale();
        throw error;
      }
    },
  });
}

/** An item's texts and pictures, as shown to retailers. */
export function ItemTexts({ of, mayEdit, onChanged }: TextsProps) {
  const { t } = useTranslation();
  const { item_uuid, version } = of;
  const form = useMemo(() => textsForm({ item_uuid, version }, onChanged), [item_uuid, version, onChanged]);
  return (
    <section className="panel stack" aria-labelledby="catalogue-texts">
      <h2 id="catalogue-texts">{t("catalogue.texts.heading")}</h2>
      <Pictures title={of.title} images={of.images} />
      {of.images.length === 0 && <p className="quiet">{t("catalogue.texts.noPictures")}</p>}
      {!mayEdit && of.description !== "" && <p className="catalogue-description">{of.description}</p>}
      {mayEdit && (
        <Form
          of={form}
          initial={{ title: of.title, description: of.description }}
          subject={item_uuid}
          onDone={() => {
            useToasts.getState().show("good", t("catalogue.done.texts"));
            void onChanged();
          }}
        />
      )}
    </section>
  );
}

import { useMemo } from "react";
import { z } from "zod";
import { newKey } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { handOverManifest } from "./manifests.contract.ts";
import type { ManifestRow } from "./manifests.contract.ts";
import { SignaturePad } from "./signature-pad.tsx";

const fields = z.strictObject({
  carrier_person: z.string().trim().min(1).max(100),
  signed_name: z.string().trim().max(100),
  signature: z.instanceof(File).nullable(),
});

/** Stores a drawn signature. Returns the file's name. */
async function upload(client: Client, file: File): Promise<string | null> {
  const { result } = await client.call(uploadImages, {}, { files: [{ field: "images", file, name: file.name }], idempotencyKey: newKey() });
  return result[0]?.filename ?? null;
}

function handOverForm({ manifest_uuid }: Pick<ManifestRow, "manifest_uuid">, t: Translate) {
  return defineForm({
    name: "bagging.hand-over",
    schema: fields,
    submit: "bagging.handOver.submit",
    keepsDraft: false,
    refusalsAt: { "bagging.signatureMissing": "signed_name" },
    fields: {
      carrier_person: { kind: "text", label: "bagging.handOver.person", isRequired: true, maxLength: 100, autoComplete: "off" },
      signature: {
        kind: "custom",
        label: "bagging.handOver.drawn",
        hint: "bagging.handOver.drawnHint",
        render: ({ id, hint, onChange, onHold }) => (
          <SignaturePad id={id} label={t("bagging.handOver.drawn")} hint={hint} onChange={onChange} onHold={onHold} />
        ),
      },
      signed_name: {
        kind: "text",
        label: "bagging.handOver.typed",
        hint: "bagging.handOver.typedHint",
        maxLength: 100,
        autoComplete: "off",
      },
    },
    send: async ({ signature, ...values }, { client }) =>
      client.call(handOverManifest, { ...values, manifest_uuid, signature: signature === null ? null : await upload(client, signature) }),
  });
}

interface HandOverDialogProps {
  readonly manifest: Pick<ManifestRow, "manifest_uuid" | "manifest_number">;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The hand-over of a manifest: who takes the bags, and the signature, drawn or typed. */
export function HandOverDialog({ manifest, onChanged, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => handOverForm(manifest, t), [manifest, t]);
  const done = () => {
    useToasts.getState().show("good", t("bagging.handedOver", { manifest: manifest.manifest_number }));
    onChanged();
    onClose();
  };
  return (
    <FormDialog title={t("bagging.handOver.title", { manifest: manifest.manifest_number })} onClose={onClose}>
      <Form of={form} initial={{ carrier_person: "", signed_name: "", signature: null }} onDone={done} />
    </FormDialog>
  );
}

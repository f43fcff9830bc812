import { useMemo, useRef } from "react";
import { z } from "zod";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { handOverManifest } from "./manifests.contract.ts";
import type { ManifestRow } from "./manifests.contract.ts";
import { SignaturePad } from "./signature-pad.tsx";

const fields = z.strictObject({ carrier_person: z.string().trim().min(1).max(100), signed_name: z.string().trim().max(100) });

/** Returns a drawn signature as a PNG file. */
function toFile(canvas: HTMLCanvasElement): Promise<File | null> {
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], "signature.png", { type: "image/png" })), "image/png"),
  );
}

function handOverForm({ manifest_uuid }: ManifestRow, readDrawn: () => HTMLCanvasElement | null) {
  return defineForm({
    name: "bagging.hand-over",
    schema: fields,
    submit: "bagging.handOver.submit",
    keepsDraft: false,
    refusalsAt: { "bagging.signatureMissing": "signed_name" },
    fields: {
      carrier_person: { kind: "text", label: "bagging.handOver.person", isRequired: true, maxLength: 100, autoComplete: "off" },
      signed_name: {
        kind: "text",
        label: "bagging.handOver.typed",
        hint: "bagging.handOver.typedHint",
        maxLength: 100,
        autoComplete: "off",
      },
    },
    send: async (values, { client }) => {
      const drawn = readDrawn();
      const file = drawn === null ? null : await toFile(drawn);
      if (file === null) return client.call(handOverManifest, { ...values, manifest_uuid, signature: null });
      const files = [{ field: "images", file, name: file.name }];
      const { result } = await client.call(uploadImages, {}, { files, idempotencyKey: newKey() });
      return client.call(handOverManifest, { ...values, manifest_uuid, signature: result[0]?.filename ?? null });
    },
  });
}

interface HandOverDialogProps {
  readonly manifest: ManifestRow;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The hand-over of a manifest: who takes the bags, and the signature, drawn or typed. */
export function HandOverDialog({ manifest, onChanged, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const drawn = useRef<HTMLCanvasElement | null>(null);
  const form = useMemo(() => handOverForm(manifest, () => drawn.current), [manifest]);
  const done = () => {
    useToasts.getState().show("good", t("bagging.handedOver", { manifest: manifest.manifest_number }));
    onChanged();
    onClose();
  };
  return (
    <FormDialog title={t("bagging.handOver.title", { manifest: manifest.manifest_number })} onClose={onClose}>
      <SignaturePad
        onChange={(canvas) => {
          drawn.current = canvas;
        }}
      />
      <Form of={form} initial={{ carrier_person: "", signed_name: "" }} onDone={done} />
    </FormDialog>
  );
}

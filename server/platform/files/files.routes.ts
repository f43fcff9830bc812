import { Readable } from "node:stream";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { getFile, getFileIndependently, getTemplateFile, printFile, uploadImages } from "#src/kit/files/files.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { requireProvider, implementFile, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, FileAnswer, Implementation, SlowContext } from "#server/platform/http/context.ts";
import { contentTypes, readOpaqueName, savedName } from "#src/kit/files/file-names.rules.ts";
import type { Extension } from "#src/kit/files/file-names.rules.ts";
import { confirmFile, discardFile, storeFile } from "./files.commands.ts";
import type { StoredFile } from "./files.commands.ts";
import { findFile } from "./files.queries.ts";
import { buildTemplateFile } from "./templates.ts";
import { cleanImages } from "./uploaded-images.ts";
import type { UploadedImage } from "./uploaded-images.ts";

interface Wanted {
  readonly filename: string;
  readonly extensions: readonly Extension[];
  readonly isInline: (extension: Extension) => boolean;
  /** the name to save it under; the original one if empty */
  readonly saveAs?: readonly string[];
}

async function answerFile(context: CallContext, wanted: Wanted): Promise<Result<FileAnswer, RefusalName>> {
  const { tx, now, services } = context;
  const opaque = readOpaqueName(wanted.filename);
  if (opaque === null || !wanted.extensions.includes(opaque.extension)) return refuse("notFound");
  const file = await findFile(tx, requireActor(context), opaque, now);
  if (file === null) return refuse("notFound");
  const asked = wanted.saveAs?.filter((part) => part.trim() !== "") ?? [];
  return ok({
    contentType: file.content_type,
    name: asked.length === 0 ? file.name : savedName(asked, opaque.extension),
    isInline: wanted.isInline(opaque.extension),
    byteSize: file.byte_size,
    open: () => services.files.get(file.store_key),
  });
}

const documents = ["pdf", "xlsx", "csv"] as const satisfies readonly Extension[];
const images = ["jpg", "png", "gif"] as const satisfies readonly Extension[];
const isImage = (extension: Extension): boolean => (images as readonly Extension[]).includes(extension);

const filesGetFile = implementFile(getFile, ({ filename }, context) =>
  answerFile(context, { filename, extensions: [...images, ...documents], isInline: isImage }),
);

const filesGetFileIndependently = implementFile(getFileIndependently, async ({ roleType, filename, save_as }, context) => {
  if (requireActor(context).role !== roleType) return refuse("forbidden");
  return answerFile(context, { filename, extensions: documents, isInline: () => false, saveAs: [save_as ?? ""] });
});

const filesPrintFile = implementFile(printFile, ({ filename, label }, context) =>
  answerFile(context, { filename, extensions: ["pdf"], isInline: () => true, saveAs: [label ?? "", filename] }),
);

const filesGetTemplateFile = implementFile(getTemplateFile, async ({ name, lang }) => {
  const template = buildTemplateFile(name, lang);
  if (template === null) return refuse("notFound");
  return ok({
    contentType: contentTypes.xlsx,
    name: template.name,
    isInline: false,
    byteSize: null,
    open: async () => Readable.from(template.bytes()),
  });
});

type Uploaded = OutputOf<typeof uploadImages>;

function toUploaded(image: UploadedImage, { filename, name, byteSize }: StoredFile): Uploaded["result"][number] {
  return { filename, name, content_type: image.contentType, byte_size: byteSize, width: image.width, height: image.height };
}

/** Stores the images, then assigns them to the actor in one transaction. After a failure none remains. */
async function storeImages(context: SlowContext<Uploaded>, cleaned: readonly UploadedImage[]): Promise<Result<Uploaded, RefusalName>> {
  const { services, acting } = context;
  const kept: StoredFile[] = [];
  const discard = async () => {
    for (const file of kept) await discardFile(services, acting, file);
  };
  try {
    const result: Uploaded["result"] = [];
    for (const image of cleaned) {
      const file = await storeFile(services, acting, { purpose: "document", name: image.name, extension: image.extension }, image.bytes);
      kept.push(file);
      result.push(toUploaded(image, file));
    }
    const settled = await context.act(async (tx) => {
      // Gone: the session switched to another provider meanwhile, or it took hours.
      for (const file of kept) if (!(await confirmFile(tx, file, null))) return refuse("changedMeanwhile");
      await writeAudit(tx, context, {
        action: "files.upload-images",
        subjectType: "file",
        subjectUuid: kept[0]?.fileUuid ?? null,
        detail: { file_uuids: kept.map(({ fileUuid }) => fileUuid) },
      });
      return ok({ result });
    });
    if (!settled.ok) await discard();
    return settled;
  } catch (error) {
    // Also if an earlier request with the same key was answered: its images stay, these are deleted.
    await discard();
    throw error;
  }
}

const filesUploadImages = implementSlow(
  uploadImages,
  async (_input, context) => {
    // A retailer without a provider has no place to store anything.
    if (requireProvider(context) === null) return refuse("forbidden");
    const cleaned = await cleanImages(context.uploads, context.signal);
    return cleaned.ok ? storeImages(context, cleaned.value) : cleaned;
  },
  { slowWork: "picture" },
);

export const filesRoutes: readonly Implementation[] = [
  filesGetFile,
  filesGetFileIndependently,
  filesPrintFile,
  filesGetTemplateFile,
  filesUploadImages,
];

import { z } from "zod";
import { roleTypes, roles } from "#src/kit/api/roles-and-permissions.ts";
import { blob, defineCall } from "#src/kit/api/define-call.ts";

/** A stored file's opaque name: its uuid and its extension. */
export const storedName = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|gif|pdf|xlsx|csv)$/);
const saveAs = z.string().max(200);
const areaRoles = roleTypes;

export const getFile = defineCall({
  name: "files.get-file",
  method: "GET",
  path: "/api/get-file/",
  summary: "Returns a stored file by its opaque name.",
  roles,
  input: z.strictObject({ filename: z.string().max(200) }),
  output: blob,
  codes: ["notFound"],
});

export const getFileIndependently = defineCall({
  name: "files.get-file-independently",
  method: "GET",
  path: "/api/get-file-independently/",
  summary: "Returns a PDF or workbook as a download named `save_as`, by default its original name.",
  roles: areaRoles,
  input: z.strictObject({ roleType: z.enum(roleTypes), filename: z.string().max(200), save_as: saveAs.optional() }),
  output: blob,
  codes: ["notFound"],
});

export const printFile = defineCall({
  name: "files.print-file",
  method: "GET",
  path: "/api/print-file/",
  summary: "Returns the PDF of a print-file link as a download named after the label and the file.",
  roles: areaRoles,
  input: z.strictObject({ filename: z.string().max(200), label: saveAs.optional() }),
  output: blob,
  codes: ["notFound"],
});

export const getTemplateFile = defineCall({
  name: "files.get-template-file",
  method: "GET",
  path: "/api/get-template-files/",
  summary: "Returns an import template as a workbook: orders, receipts, locations, products, opening-stock or tracks, in either language.",
  roles: areaRoles,
  input: z.strictObject({ name: z.string().max(60), lang: z.enum(["en_us", "zh_cn"]).default("en_us") }),
  output: blob,
  codes: ["notFound"],
});

export const uploadImages = defineCall({
  name: "files.upload-images",
  method: "POST",
  path: "/api/files/upload-images",
  summary: "Uploads one to nine JPG, PNG or GIF images of at most 5 MB each, in parts named `images`. Stores all or none.",
  roles: areaRoles,
  body: "multipart",
  bodyLimitBytes: 50 * 1024 * 1024,
  input: z.strictObject({}),
  output: z.object({
    result: z.array(
      z.object({ filename: storedName, name: z.string(), content_type: z.string(), byte_size: z.int(), width: z.int(), height: z.int() }),
    ),
  }),
  codes: [
    "files.notAnImage",
    "files.imageTooLarge",
    "files.imageTooManyPixels",
    "files.tooManyImages",
    "files.nothingSent",
    "changedMeanwhile",
  ],
});

// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { blob, defineCall } from "#src/kit/api/define-call.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { z } from "zod";
import { downloadFile } from "./download-file.ts";
import { useToasts } from "./toast.store.ts";

const page = openFormPage();
const getFile = defineCall({
  name: "files.get-file",
  method: "GET",
  path: "/files/get-file",
  summary: "For tests of downloads.",
  roles: "anyone",
  input: z.strictObject({}),
  output: blob,
  codes: [],
});

test("a refused download is logged, raises no toast, and is returned to the caller", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.answer = answerOf("forbidden");
  const problem = await downloadFile(page.caller().client, getFile, {});
  expect(problem).toMatchObject({ kind: "refusal", codeName: "forbidden" });
  expect(log.mock.calls).toEqual([["download failed: files.get-file", "refusal", 200, problem?.code]]);
  expect([page.toasts, useToasts.getState().toasts]).toEqual([0, []]);
  log.mockRestore();
});

import { expect, test } from "vitest";
import { ownSentences, writeOwnSentence, writeRepeated } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import carriersEnglish from "#src/carriers/carrier-accounts/en_us.json" with { type: "json" };
import carriersChinese from "#src/carriers/carrier-accounts/zh_cn.json" with { type: "json" };
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { formatReason } from "#src/outbound/exceptions/exception-words.rules.ts";
import english from "./en_us.json" with { type: "json" };
import { writeLabelReason } from "./label-reason.rules.ts";
import { formatWaybillProblem } from "./waybill-words.rules.ts";
import { readRecordedTrack, recordedTracks, waybillProblemKinds, writeRecordedTrack } from "./waybills.rules.ts";
import chinese from "./zh_cn.json" with { type: "json" };

const inChinese = makeTranslate({ waybills: chinese, carrierAccounts: carriersChinese }, "zh-CN");
const inEnglish = makeTranslate({ waybills: english, carrierAccounts: carriersEnglish }, "en-US");
const problemOf = (text: string, t = inChinese) =>
  formatWaybillProblem({ status: "failed", void_reason: "", problem: { kind: "refused", text } }, t);
const reasonOf = (kind: (typeof waybillProblemKinds)[number], text: string, t = inChinese) =>
  formatReason({ type: "label_failed", reason: writeLabelReason("P-1", { kind, text }), order_uuid: null }, { t, locale: "en-US" });

const latin = /[a-z]{3}/i;

test("each sentence of ours is shown in the language of the page, with its number, also in an exception and counted in the log", () => {
  for (const name of Object.keys(ownSentences) as (keyof typeof ownSentences)[]) {
    const stored = writeOwnSentence(name, 503);
    for (const shown of [problemOf(stored), problemOf(writeRepeated(stored, 12)), reasonOf("refused", stored)]) {
      expect(shown, name).not.toMatch(latin);
      expect(shown.includes("503"), name).toBe(stored.includes("503"));
    }
    expect(problemOf(writeRepeated(stored, 12)), name).toContain("12");
    expect(problemOf(stored, inEnglish), name).toMatch(latin);
  }
});

test("a carrier's own words stay as they came", () => {
  for (const words of ["Battery not accepted", "The carrier answered with status unknown", "余额不足", "No answers"]) {
    expect(problemOf(words)).toBe(`物流商拒绝：${words}`);
    expect(reasonOf("refused", words)).toBe(`P-1：${words}`);
  }
});

test("why a carrier was not asked, and a problem without words, are shown in the language of the page", () => {
  expect(reasonOf("cannotCollect", "49.90 USD")).toBe("P-1：该物流商不支持代收货款：49.90 USD");
  expect(reasonOf("cannotCollect", "49.90 USD", inEnglish)).toBe("P-1: This carrier cannot collect cash on delivery: 49.90 USD");
  for (const kind of waybillProblemKinds) expect(reasonOf(kind, "")).toBe(`P-1：${chinese.problem[kind]}`);
  // Reasons that people wrote before, and those of other exceptions.
  expect(
    formatReason({ type: "label_failed", reason: "No label after ten tries", order_uuid: null }, { t: inChinese, locale: "zh-CN" }),
  ).toBe("No label after ten tries");
  expect(formatReason({ type: "unknown_parcel", reason: "P-1: refused", order_uuid: null }, { t: inChinese, locale: "zh-CN" })).toBe(
    "P-1: refused",
  );
});

test("what a person recorded of a parcel is read back as it was written, with the note", () => {
  for (const recorded of recordedTracks)
    for (const note of ["", "At the gate", "Signed · by a neighbour"])
      expect(readRecordedTrack(writeRecordedTrack({ recorded, note }))).toEqual({ recorded, note });
  expect(readRecordedTrack("Delivered to a locker")).toEqual({ recorded: "", note: "Delivered to a locker" });
});

import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { useStocktakeCount } from "./use-stocktake-count.ts";

type Counting = Pick<ReturnType<typeof useStocktakeCount>, "location" | "question" | "last">;

/** What the person does next. */
export interface CountingInstruction {
  readonly instruction: string;
  /** what to scan or type next */
  readonly label: string;
  /** the location being counted, or the code to confirm */
  readonly code?: string;
  readonly hint?: string;
}

/** Returns what the person does next: scan a location or goods, type a number or a lot, or answer a question. */
export function useCountingInstruction({ location, question, last }: Counting): CountingInstruction {
  const { t } = useTranslation();
  const here = location === null ? {} : { code: location.barcode };
  switch (question?.kind) {
    case "what":
      return { instruction: t("stock.counting.whatIs"), label: t("stock.counting.whatLabel"), code: question.count.code };
    case "outside": {
      const { barcode } = question.place;
      return { instruction: t("stock.counting.askOutside"), label: t("stock.counting.outsideLabel", { location: barcode }), code: barcode };
    }
    case "number":
      return { instruction: t("stock.counting.askNumber", { sku: last?.line.sku ?? "" }), label: t("stock.counting.numberLabel"), ...here };
    case "lot":
      return { instruction: t("stock.counting.askLot"), label: t("stock.counting.lotLabel", { code: question.code }), ...here };
    case "product":
      return { instruction: t("stock.counting.several"), label: t("stock.counting.productLabel"), ...here };
    case undefined:
      if (location === null) return { instruction: t("stock.counting.scanLocation"), label: t("stock.counting.locationLabel") };
      return {
        instruction: t("stock.counting.scanProduct"),
        label: t("stock.counting.productLabel"),
        ...here,
        hint: t("stock.counting.hint"),
      };
  }
}

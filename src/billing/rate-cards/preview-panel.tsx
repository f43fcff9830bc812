import { useId, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dayAt } from "#src/kit/lib/days.ts";
import { formatMonth } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { listCharges } from "#src/billing/wallet/charges.contract.ts";
import type { Preview } from "./preview-result.tsx";
import { PreviewResult } from "./preview-result.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import type { Price } from "./rate-cards.contract.ts";
import { getBillingSettings, previewPrices } from "./rate-cards.contract.ts";
import { getMonthBounds, listMonthsUntil, sumByEvent } from "./sets.rules.ts";

interface PreviewPanelProps {
  /** null while they are invalid */
  readonly prices: readonly Price[] | null;
  readonly currency: string;
}

/** The maximum number of pages of charges to add up; more belong in the wallets' own reports. */
const mostPages = 10;
const pageSize = 200;

/** Sums a month's actual charges by event; null if there are too many, they are in another currency, or they cannot be loaded. */
async function readActualCosts(client: Client, month: string, retailer: string, currency: string): Promise<Preview["did"]> {
  const { first, last } = getMonthBounds(month);
  const of = {
    day_from: first,
    day_until: last,
    reversed: false,
    page_size: pageSize,
    ...(retailer === "" ? {} : { retailer_uuid: retailer }),
  };
  const all: OutputOf<typeof listCharges>["result"] = [];
  let cursor: string | null = null;
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const answer: OutputOf<typeof listCharges> = await client.call(
        listCharges,
        { ...of, ...(cursor === null ? {} : { cursor }) },
        { isQuiet: true },
      );
      all.push(...answer.result);
      cursor = answer.next_cursor;
      if (cursor === null) return sumByEvent(all, currency);
    }
  } catch (error) {
    // The preview works without it.
    if (!(error instanceof CallProblem)) throw error;
  }
  return null;
}

/** Computes what a month would have cost at these prices, for all retailers or one, beside the actual cost. */
export function PreviewPanel({ prices, currency }: PreviewPanelProps) {
  const { t, locale } = useTranslation();
  const { client } = useCaller();
  const id = useId();
  const { data: settings } = useCallQuery(getBillingSettings, {});
  const deed = useCallMutation(previewPrices);
  const attempt = useAsyncWork();
  const [now] = useState(() => Date.now());
  const months = listMonthsUntil(dayAt(settings?.time_zone ?? "UTC", now), 13);
  const [chosen, setChosen] = useState("");
  const [retailer, setRetailer] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const month = chosen === "" ? (months[0] ?? "") : chosen;
  const asked = JSON.stringify([month, retailer, prices]);
  const run = () =>
    attempt.run(async () => {
      if (prices === null) return;
      const input = { prices: [...prices], month, ...(retailer === "" ? {} : { retailer_uuid: retailer }) };
      setPreview(null);
      const [answer, did] = await Promise.all([deed.perform(input, { isQuiet: true }), readActualCosts(client, month, retailer, currency)]);
      setPreview({ month, answer, did, asked });
    });
  return (
    <section className="panel stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t("rateCards.preview.title")}</h2>
      <p className="quiet">{t("rateCards.preview.about")}</p>
      <div className="rates-ask">
        <Select
          label={t("rateCards.preview.month")}
          value={month}
          options={months.map((value) => ({ value, text: formatMonth(value, locale) }))}
          onValue={setChosen}
        />
        <OwnerChoice
          label={t("rateCards.preview.retailer")}
          value={retailer}
          nothing={t("rateCards.preview.everybody")}
          isRetailersOnly
          onValue={setRetailer}
        />
        <Button isDisabled={attempt.isBusy || prices === null} onClick={() => void run()}>
          {t("rateCards.preview.run")}
        </Button>
      </div>
      {prices === null && <p className="quiet">{t("rateCards.preview.mend")}</p>}
      {attempt.isBusy && (
        <div className="stack-tight" role="status">
          <p>{t("rateCards.preview.busy")}</p>
          <Progress label={t("rateCards.preview.busy")} part={null} />
        </div>
      )}
      {attempt.problem !== null && (
        <ProblemNotice problem={attempt.problem} title={t("rateCards.preview.failed")}>
          <p>{t("rateCards.preview.stopped")}</p>
        </ProblemNotice>
      )}
      {preview !== null && <PreviewResult preview={preview} currency={currency} isStale={preview.asked !== asked} />}
    </section>
  );
}

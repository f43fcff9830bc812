import { useId, useState } from "react";
import { useAnswer, useCaller, useDeed } from "#src/api/caller.tsx";
import type { Client } from "#src/api/client.ts";
import { CallProblem } from "#src/api/client.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import { useAttempt } from "#src/api/use-attempt.ts";
import { OwnerChoice } from "#src/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { monthText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import { Select } from "#src/ui/select.tsx";
import { Progress } from "#src/ui/progress.tsx";
import { listCharges } from "#src/wallet/charges.contract.ts";
import type { Preview } from "./preview-result.tsx";
import { PreviewResult } from "./preview-result.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import type { Price } from "./rate-cards.contract.ts";
import { getBillingSettings, previewPrices } from "./rate-cards.contract.ts";
import { dayAt, daysOfMonth, monthsUntil, sumsByEvent } from "./sets.rules.ts";

interface PreviewPanelProps {
  /** null while something in them is wrong */
  readonly prices: readonly Price[] | null;
  readonly currency: string;
}

/** So many charges are added up at most: more are a matter of the wallets' own reports. */
const mostPages = 10;
const pageSize = 200;

/** What a month did cost by event, from its charges; null where they are too many, in another currency, or do not come. */
async function didCost(client: Client, month: string, retailer: string, currency: string): Promise<Preview["did"]> {
  const { first, last } = daysOfMonth(month);
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
      if (cursor === null) return sumsByEvent(all, currency);
    }
  } catch (error) {
    // The preview stands without it.
    if (!(error instanceof CallProblem)) throw error;
  }
  return null;
}

/** Works out what a month would have cost by prices, for all retailers or one, beside what it did cost. */
export function PreviewPanel({ prices, currency }: PreviewPanelProps) {
  const { t, locale } = useTranslation();
  const { client } = useCaller();
  const id = useId();
  const { data: settings } = useAnswer(getBillingSettings, {});
  const deed = useDeed(previewPrices);
  const attempt = useAttempt();
  const [now] = useState(() => Date.now());
  const months = monthsUntil(dayAt(settings?.time_zone ?? "UTC", now), 13);
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
      const [answer, did] = await Promise.all([deed.perform(input, { isQuiet: true }), didCost(client, month, retailer, currency)]);
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
          options={months.map((value) => ({ value, text: monthText(value, locale) }))}
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

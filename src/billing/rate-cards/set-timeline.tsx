import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { PriceSet } from "./rate-cards.contract.ts";
import type { SetState } from "./sets.rules.ts";

const tones: Readonly<Record<SetState, Tone>> = { toCome: "warn", inForce: "good", past: "quiet" };

interface SetTimelineProps {
  readonly states: readonly { readonly set: PriceSet; readonly state: SetState }[];
  /** first day of the displayed set */
  readonly shown: string;
  readonly onShow: (validFrom: string) => void;
}

/** The sets of a card over time, newest first, to choose from. */
export function SetTimeline({ states, shown, onShow }: SetTimelineProps) {
  const { t, locale } = useTranslation();
  return (
    <nav className="rates-timeline" aria-label={t("rateCards.page.sets")}>
      <ol>
        {states.map(({ set: { valid_from, prices }, state }) => (
          <li key={valid_from} className={`rates-moment rates-moment-${state}`}>
            <BareButton className="rates-moment-open" aria-current={valid_from === shown} onClick={() => onShow(valid_from)}>
              <span>{t("rateCards.page.from", { day: formatDay(valid_from, locale) })}</span>
              <StatusTag tone={tones[state]} text={t(`rateCards.page.${state}`)} />
              <span className="quiet small">{t("rateCards.page.priced", { count: new Set(prices.map(({ event }) => event)).size })}</span>
            </BareButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}

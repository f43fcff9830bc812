import "./channels.css";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText } from "#src/kit/lib/formats.ts";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { formatGrams, formatPrice } from "./channel-words.ts";
import type { PricedChannel } from "./channels.contract.ts";

/** The weights that a channel's prices apply to, as one line each. */
function Limits({ channel }: { readonly channel: PricedChannel }) {
  const words = useTranslation();
  const { t } = words;
  const { min_chargeable_grams, max_grams, volumetric_divisor } = channel;
  const lines = [
    min_chargeable_grams > 0 ? t("channels.limits.min", { weight: formatGrams(min_chargeable_grams, words) }) : "",
    max_grams === null ? "" : t("channels.limits.max", { weight: formatGrams(max_grams, words) }),
    t(volumetric_divisor === null ? "channels.limits.noVolume" : "channels.limits.volume", { divisor: volumetric_divisor ?? 0 }),
  ].filter(Boolean);
  return <p className="quiet small">{lines.join(" · ")}</p>;
}

/** A channel's prices: for each zone its countries and a table by weight. */
export function PriceView({ channel }: { readonly channel: PricedChannel }) {
  const words = useTranslation();
  const { t, locale } = words;
  const getName = useCountryName();
  const currency = channel.currency ?? "";
  return (
    <div className="stack">
      <Limits channel={channel} />
      {channel.zones.map((zone) => {
        const starts = [0, ...zone.prices.map(({ up_to_grams }) => up_to_grams)];
        return (
          <section key={zone.name} className="stack-tight">
            <h3>{zone.name}</h3>
            <p className="quiet small">
              {zone.countries.length === 0 ? t("channels.zone.rest") : listText(zone.countries.map(getName), locale)}
            </p>
            <ShortTable
              label={zone.name}
              rows={zone.prices.map((price, at) => ({ ...price, above: starts[at] ?? 0 }))}
              rowKey={({ up_to_grams }) => String(up_to_grams)}
              empty=""
              columns={[
                {
                  id: "weight",
                  title: t("channels.price.weight"),
                  show: ({ above, up_to_grams }) =>
                    above === 0
                      ? t("channels.price.upTo", { weight: formatGrams(up_to_grams, words) })
                      : t("channels.price.between", { from: formatGrams(above, words), until: formatGrams(up_to_grams, words) }),
                },
                { id: "price", title: t("channels.price.price"), show: (price) => formatPrice(price, currency, words) },
              ]}
            />
          </section>
        );
      })}
    </div>
  );
}

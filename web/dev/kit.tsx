import Moon from "lucide-react/icons/moon";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Mark } from "#src/ui/mark.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";
import { IconButton } from "#src/ui/icon-button.tsx";

const inks = ["ink", "quiet", "primary", "good", "warn", "bad"] as const;
const grounds = ["accent", "line", "edge", "ground", "surface"] as const;
const sizes = [12, 14, 16, 20, 28, 40] as const;

/** The tokens: text colours, grounds, sizes. */
export function Colours() {
  const { t } = useTranslation();
  return (
    <Group id="colours" title="colours">
      <div className="dev-swatches">
        {inks.map((name) => (
          <span key={name} className={`dev-swatch dev-ink-${name}`}>
            {t(own(`sample.${name}`))}
          </span>
        ))}
        {grounds.map((name) => (
          <span key={name} className="dev-swatch">
            <span className={`dev-ground dev-ground-${name}`} aria-hidden="true" />
            {t(own(`sample.${name}`))}
          </span>
        ))}
        <span className="dev-swatch">
          <Mark size={32} />
        </span>
      </div>
      {sizes.map((size) => (
        <p key={size} className={`dev-size-${size}`}>
          {t(own("sample.title"))}
        </p>
      ))}
    </Group>
  );
}

/** The kit's buttons. */
export function Buttons() {
  const { t } = useTranslation();
  const tones = ["normal", "primary", "danger", "plain"] as const;
  return (
    <Group id="buttons" title="buttons">
      <div className="dev-grid">
        {tones.map((tone) => (
          <Shown key={tone} state={`state.${tone}`}>
            <div className="row">
              <Button tone={tone}>{t(own("text.save"))}</Button>
              <Button tone={tone} isDisabled>
                {t(own("text.save"))}
              </Button>
              <Button tone={tone} isPending>
                {t(own("text.save"))}
              </Button>
            </div>
          </Shown>
        ))}
        <Shown state="state.small">
          <Button size="small">{t(own("text.save"))}</Button>
        </Shown>
        <Shown state="state.big">
          <Button tone="primary" size="big">
            {t(own("text.save"))}
          </Button>
        </Shown>
        <Shown state="state.link">
          <ButtonLink href="#buttons">{t(own("text.open"))}</ButtonLink>
        </Shown>
        <Shown state="state.normal">
          <div className="row">
            <CopyButton text="provider01" label={t(own("text.copy"))} isLabelled />
            <IconButton label={t(own("text.open"))} icon={<Moon size={16} aria-hidden />} />
          </div>
        </Shown>
      </div>
    </Group>
  );
}

import Moon from "lucide-react/icons/moon";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Checkbox, Choice, DateField, Field, Select } from "#src/ui/light/field.tsx";
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
            </div>
          </Shown>
        ))}
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

/** The kit's inputs. */
export function Fields() {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [kind, setKind] = useState("first");
  const [format, setFormat] = useState("xlsx");
  const [agreed, setAgreed] = useState(true);
  const kinds = (["first", "second", "third"] as const).map((value) => ({ value, text: t(own(`text.${value}`)) }));
  const label = t(own("text.name"));
  const still = () => undefined;
  return (
    <Group id="fields" title="fields">
      <div className="dev-grid">
        <Shown state="state.empty">
          <Field label={label} hint={t(own("text.nameHint"))} value={name} onText={setName} />
        </Shown>
        <Shown state="state.filled">
          <Field label={label} value={t(own("text.nameValue"))} onText={still} />
        </Shown>
        <Shown state="state.wrong">
          <Field label={label} error={t(own("text.nameWrong"))} value={t(own("text.nameValue"))} onText={still} />
        </Shown>
        <Shown state="state.disabled">
          <Field label={label} disabled value={t(own("text.nameValue"))} onText={still} />
        </Shown>
        <Shown state="state.filled">
          <DateField label={t(own("text.day"))} value="2026-11-21" onText={still} />
        </Shown>
        <Shown state="state.normal">
          <Select label={t(own("text.colour"))} value={kind} options={kinds} onValue={setKind} />
        </Shown>
        <Shown state="state.normal">
          <Checkbox label={t(own("text.agree"))} checked={agreed} onChecked={setAgreed} />
        </Shown>
        <Shown state="state.normal">
          <Choice
            label={t(own("text.format"))}
            value={format}
            options={[
              { value: "xlsx", text: t("ui.format.xlsx") },
              { value: "csv", text: t("ui.format.csv") },
            ]}
            onValue={setFormat}
          />
        </Shown>
      </div>
    </Group>
  );
}

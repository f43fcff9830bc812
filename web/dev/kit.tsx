import Moon from "lucide-react/icons/moon";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import { BareButton, Button, ButtonLink } from "#src/kit/ui/button.tsx";
import { CopyButton } from "#src/kit/ui/copy-button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { Mark } from "#src/kit/ui/mark.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

const inks = ["ink", "quiet", "primary", "good", "warn", "bad"] as const;
const grounds = ["accent", "line", "edge", "ground", "surface"] as const;
const sizes = [12, 14, 16, 20, 28, 40] as const;
const tones = ["normal", "primary", "danger", "plain"] as const;

/** The tokens: text colours, backgrounds, sizes. */
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

/** An action that is blocked until the parcel is packed. */
const sending: ActionRule<{ readonly isPacked: boolean }> = {
  calls: [],
  check: ({ isPacked }) => (isPacked ? null : { code: null, reason: { key: own("text.notPacked") } }),
};

/** An action that the user can unblock and block again. */
function Blocked() {
  const { t } = useTranslation();
  const [isPacked, setPacked] = useState(false);
  return (
    <div className="row">
      <ActionButton of={sending} subject={{ isPacked }} tone="primary">
        {t(own("text.send"))}
      </ActionButton>
      <Button tone="plain" onPress={() => setPacked(!isPacked)}>
        {t(own("text.pack"))}
      </Button>
    </div>
  );
}

/** The kit's buttons. */
export function Buttons() {
  const { t } = useTranslation();
  const save = t(own("text.save"));
  const moon = <Moon size={16} aria-hidden />;
  return (
    <Group id="buttons" title="buttons">
      <div className="dev-grid">
        {tones.map((tone) => (
          <Shown key={tone} part={`Button:${tone}`} state={`state.${tone}`}>
            <div className="row">
              <Button tone={tone}>{save}</Button>
              <Button tone={tone} isDisabled>
                {save}
              </Button>
              <Button tone={tone} isPending>
                {save}
              </Button>
            </div>
          </Shown>
        ))}
        <Shown part="Button:small" state="state.small">
          <Button size="small">{save}</Button>
        </Shown>
        <Shown part="Button:big" state="state.big">
          <Button tone="primary" size="big">
            {save}
          </Button>
        </Shown>
        <Shown part="Button:long" state="state.long">
          <Button tone="primary">{t(own("text.longLabel"))}</Button>
        </Shown>
        <Shown part="ButtonLink" state="state.link">
          <div className="row">
            <ButtonLink href="#buttons">{t(own("text.open"))}</ButtonLink>
            <ButtonLink href="#buttons" tone="primary">
              {t(own("text.open"))}
            </ButtonLink>
          </div>
        </Shown>
        <Shown part="CopyButton" state="state.normal">
          <div className="row">
            <CopyButton text="provider01" label={t(own("text.copy"))} isLabelled />
            <CopyButton text="provider01" label={t(own("text.copy"))} />
          </div>
        </Shown>
        <Shown part="IconButton" state="state.small">
          <div className="row">
            <IconButton label={t(own("text.tooltip"))} icon={moon} />
            <IconButton label={t(own("text.tooltip"))} icon={moon} isDisabled />
            <IconButton label={t(own("text.tooltip"))} icon={moon}>
              3
            </IconButton>
          </div>
        </Shown>
        <Shown part="BareButton" state="state.plain">
          <BareButton className="dev-place">{t(own("text.open"))}</BareButton>
        </Shown>
        <Shown part="ActionButton" state="state.blocked">
          <Blocked />
        </Shown>
      </div>
    </Group>
  );
}

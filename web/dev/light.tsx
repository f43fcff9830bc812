import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button, ButtonLink } from "#src/kit/ui/light/button.tsx";
import { Dialog } from "#src/kit/ui/light/dialog.tsx";
import { Checkbox, Choice, DateField, Field, Select } from "#src/kit/ui/light/field.tsx";
import { RemoveDialog } from "#src/kit/ui/light/remove-dialog.tsx";
import type { Kind } from "./field-states.tsx";
import { Held, kinds } from "./field-states.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

const tones = ["normal", "primary", "danger", "plain"] as const;

/** The components of the popup and the public pages: native elements with the same look. */
export function LightParts() {
  const { t } = useTranslation();
  const options = kinds.map((value) => ({ value, text: t(own(`text.${value}`)) }));
  const wrong = { error: t(own("text.wrong")), required: true };
  const hinted = { hint: t(own("text.hint")) };
  return (
    <Group id="light" title="light">
      <div className="dev-grid">
        {tones.map((tone) => (
          <Shown key={tone} part={`LightButton:${tone}`} state={`state.${tone}`}>
            <div className="row">
              <Button tone={tone}>{t(own("text.save"))}</Button>
              <Button tone={tone} disabled>
                {t(own("text.save"))}
              </Button>
            </div>
          </Shown>
        ))}
        <Shown part="LightButtonLink" state="state.link">
          <ButtonLink href="#light">{t(own("text.open"))}</ButtonLink>
        </Shown>
        {([hinted, wrong, { disabled: true }] as const).map((props, at) => (
          <Shown
            key={String(at)}
            part={`LightField:${at}`}
            state={(["state.empty", "state.wrong", "state.disabled"] as const)[at] ?? "state.empty"}
          >
            <Held value={at === 0 ? "" : t(own("text.nameValue"))}>
              {(value, set) => <Field {...props} label={t(own("text.name"))} value={value} onText={set} />}
            </Held>
          </Shown>
        ))}
        <Shown part="LightDateField" state="state.filled">
          <Held value="2026-11-21">{(value, set) => <DateField label={t(own("text.day"))} value={value} onText={set} />}</Held>
        </Shown>
        <Shown part="LightSelect" state="state.filled">
          <Held<Kind> value="first">
            {(value, set) => <Select label={t(own("text.colour"))} options={options} value={value} onValue={set} />}
          </Held>
        </Shown>
        <Shown part="LightCheckbox" state="state.on">
          <Held<boolean> value>{(value, set) => <Checkbox label={t(own("text.agree"))} checked={value} onChecked={set} />}</Held>
        </Shown>
        <Shown part="LightChoice" state="state.filled">
          <Held<Kind> value="first">
            {(value, set) => <Choice label={t(own("text.colour"))} options={options} value={value} onValue={set} />}
          </Held>
        </Shown>
        <LightDialogs />
      </div>
    </Group>
  );
}

function LightDialogs() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"dialog" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <Shown part="LightDialogs" state="state.normal">
      <div className="row">
        <Button onClick={() => setOpen("dialog")}>{t(own("text.ask"))}</Button>
        <Button onClick={() => setOpen("remove")}>{t(own("text.delete"))}</Button>
      </div>
      {open === "dialog" && (
        <Dialog
          title={t(own("text.question"))}
          closeText={t(own("text.cancel"))}
          onClose={close}
          actions={
            <Button tone="primary" onClick={close}>
              {t(own("text.save"))}
            </Button>
          }
        >
          <Field label={t(own("text.name"))} value="" onText={() => undefined} />
        </Dialog>
      )}
      {open === "remove" && (
        <RemoveDialog
          title={t(own("text.question"))}
          text={t(own("text.consequence"))}
          submit={t(own("text.delete"))}
          done={t(own("text.said"))}
          remove={() => Promise.resolve()}
          onChanged={() => undefined}
          onClose={close}
        />
      )}
    </Shown>
  );
}

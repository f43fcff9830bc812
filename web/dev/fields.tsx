import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { CheckboxGroup } from "#src/ui/checkbox-group.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { Combobox } from "#src/ui/combobox.tsx";
import { DateField, DateRangeField } from "#src/ui/date-field.tsx";
import type { FieldProps } from "#src/ui/field-frame.tsx";
import { FileDrop } from "#src/ui/file-drop.tsx";
import { NumberField } from "#src/ui/number-field.tsx";
import { PasswordField } from "#src/ui/password-field.tsx";
import { RadioGroup } from "#src/ui/radio-group.tsx";
import { SearchField } from "#src/ui/search-field.tsx";
import { Select } from "#src/ui/select.tsx";
import { Slider } from "#src/ui/slider.tsx";
import { Switch } from "#src/ui/switch.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

type Kind = "first" | "second" | "third";
const kinds: readonly Kind[] = ["first", "second", "third"];

const states = ["empty", "filled", "wrong", "disabled"] as const;
type State = (typeof states)[number];

/** What a field is told in a state, with its label. */
function useStates() {
  const { t } = useTranslation();
  return (label: string, state: State): FieldProps => ({
    label,
    isRequired: true,
    ...(state === "empty" ? { hint: t(own("text.hint")) } : {}),
    ...(state === "wrong" ? { error: t(own("text.wrong")) } : {}),
    isDisabled: state === "disabled",
  });
}

/** One kind of field in all states. */
function InStates({ children }: { readonly children: (state: State) => ReactNode }) {
  return (
    <div className="dev-grid">
      {states.map((state) => (
        <Shown key={state} state={`state.${state}`}>
          {children(state)}
        </Shown>
      ))}
    </div>
  );
}

/** Fields that hold their own value, so that they can be tried. */
function Held<T>({ value, children }: { readonly value: T; readonly children: (value: T, set: (value: T) => void) => ReactNode }) {
  const [held, setHeld] = useState(value);
  return children(held, setHeld);
}

/** Texts, numbers and days. */
export function TypedFields() {
  const { t } = useTranslation();
  const told = useStates();
  const text = (state: State) => (state === "empty" ? "" : t(own("text.nameValue")));
  const day = (state: State) => (state === "empty" ? "" : "2026-11-21");
  return (
    <Group id="typed" title="typed">
      <InStates>
        {(state) => (
          <Held value={text(state)}>{(value, set) => <TextField {...told(t(own("text.name")), state)} value={value} onText={set} />}</Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => <TextField {...told(t(own("text.notes")), state)} value={value} onText={set} rows={3} />}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => (
              <SearchField {...told(t(own("text.find")), state)} value={value} onText={set} placeholder={t(own("text.name"))} />
            )}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => <PasswordField {...told(t(own("text.password")), state)} value={value} onText={set} />}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held<number | null> value={state === "empty" ? null : 1234.5}>
            {(value, set) => (
              <NumberField {...told(t(own("text.weight")), state)} value={value} onNumber={set} unit="kg" fractionDigits={2} min={0} />
            )}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held<number | null> value={state === "empty" ? null : 24}>
            {(value, set) => <NumberField {...told(t(own("text.number")), state)} value={value} onNumber={set} min={0} hasSteps />}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held value={day(state)}>{(value, set) => <DateField {...told(t(own("text.day")), state)} value={value} onValue={set} />}</Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held value={{ from: day(state), until: "" }}>
            {(value, set) => (
              <DateRangeField {...told(t(own("text.range")), state)} {...value} onValue={(from, until) => set({ from, until })} />
            )}
          </Held>
        )}
      </InStates>
    </Group>
  );
}

/** What is chosen, ticked, switched and dropped. */
export function ChosenFields() {
  const { t } = useTranslation();
  const told = useStates();
  const options = kinds.map((value) => ({ value, text: t(own(`text.${value}`)) }));
  const label = t(own("text.colour"));
  const first = (state: State): Kind | "" => (state === "empty" ? "" : "first");
  return (
    <Group id="chosen" title="chosenFields">
      <InStates>
        {(state) => (
          <Held value={first(state)}>
            {(value, set) => <Select {...told(label, state)} options={options} value={value} onValue={set} nothing={t("ui.choose")} />}
          </Held>
        )}
      </InStates>
      <InStates>
        {(state) => (
          <Held<{ value: string; typed: string }> value={{ value: first(state), typed: "" }}>
            {({ value, typed }, set) => (
              <Combobox
                {...told(label, state)}
                value={value}
                valueText={options.find((one) => one.value === value)?.text ?? ""}
                options={options.filter((one) => one.text.toLowerCase().includes(typed.toLowerCase()))}
                onType={(text) => set({ value, typed: text })}
                onChange={(option) => set({ value: option?.value ?? "", typed: "" })}
                note={t(own("text.none"))}
                clearText={t("ui.clear")}
              />
            )}
          </Held>
        )}
      </InStates>
      {(["list", "segments"] as const).map((look) => (
        <InStates key={look}>
          {(state) => (
            <Held value={first(state)}>
              {(value, set) => <RadioGroup {...told(label, state)} options={options} value={value} onValue={set} look={look} />}
            </Held>
          )}
        </InStates>
      ))}
      <InStates>
        {(state) => (
          <Held<Kind[]> value={state === "empty" ? [] : ["first"]}>
            {(value, set) => <CheckboxGroup {...told(label, state)} options={options} value={value} onValue={set} />}
          </Held>
        )}
      </InStates>
      <div className="dev-grid">
        {([false, true, "mixed"] as const).map((is) => (
          <Shown key={String(is)} state={is === "mixed" ? "state.mixed" : is ? "state.on" : "state.off"}>
            <Held value={is === true}>
              {(value, set) => (
                <Checkbox label={t(own("text.agree"))} isChecked={value} isMixed={is === "mixed" && !value} onChecked={set} />
              )}
            </Held>
            <Checkbox
              label={t(own("text.agree"))}
              isChecked={is === true}
              isMixed={is === "mixed"}
              isDisabled
              onChecked={() => undefined}
            />
          </Shown>
        ))}
      </div>
      <div className="dev-grid">
        {[false, true].map((is) => (
          <Shown key={String(is)} state={is ? "state.on" : "state.off"}>
            <Held value={is}>{(value, set) => <Switch label={t(own("text.switch"))} isOn={value} onSwitch={set} />}</Held>
          </Shown>
        ))}
        <Shown state="state.blocked">
          <Switch label={t(own("text.switch"))} isOn={false} onSwitch={() => undefined} reason={t(own("text.reason"))} />
        </Shown>
        <Shown state="state.normal">
          <Held value={1.5}>
            {(value, set) => (
              <Slider label={t(own("text.zoom"))} min={1} max={4} step={0.1} value={value} onNumber={set} format={{ style: "percent" }} />
            )}
          </Held>
        </Shown>
      </div>
      <div className="dev-grid dev-grid-wide">
        <Shown state="state.normal">
          <FileDrop label={t(own("text.file"))} hint={t(own("text.fileHint"))} onFiles={() => undefined} />
        </Shown>
        <Shown state="state.wrong">
          <FileDrop label={t(own("text.file"))} error={t(own("text.fileWrong"))} onFiles={() => undefined} />
        </Shown>
      </div>
    </Group>
  );
}

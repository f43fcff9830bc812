import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { DateField, DateRangeField, DateTimeField } from "#src/kit/ui/date-field.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { PasswordField } from "#src/kit/ui/password-field.tsx";
import { SearchField } from "#src/kit/ui/search-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import type { State } from "./field-states.tsx";
import { Held, InStates, useStates } from "./field-states.tsx";
import { Group } from "./shown.tsx";
import { own } from "./words.ts";

/** Fields for text, numbers and dates. */
export function TypedFields() {
  const { t } = useTranslation();
  const told = useStates();
  const text = (state: State) => (state === "empty" ? "" : t(own(state === "long" ? "text.longValue" : "text.nameValue")));
  const day = (state: State) => (state === "empty" ? "" : "2026-11-21");
  return (
    <Group id="typed" title="typed">
      <InStates part="TextField">
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => (
              <TextField {...told(t(own("text.name")), state)} value={value} onText={set} placeholder={t(own("text.nameHint"))} />
            )}
          </Held>
        )}
      </InStates>
      <InStates part="TextLines">
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => <TextField {...told(t(own("text.notes")), state)} value={value} onText={set} rows={3} />}
          </Held>
        )}
      </InStates>
      <InStates part="SearchField">
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => (
              <SearchField {...told(t(own("text.find")), state)} value={value} onText={set} placeholder={t(own("text.name"))} />
            )}
          </Held>
        )}
      </InStates>
      <InStates part="PasswordField">
        {(state) => (
          <Held value={text(state)}>
            {(value, set) => <PasswordField {...told(t(own("text.password")), state)} value={value} onText={set} />}
          </Held>
        )}
      </InStates>
      <InStates part="NumberField">
        {(state) => (
          <Held<number | null> value={state === "empty" ? null : 1234.5}>
            {(value, set) => (
              <NumberField {...told(t(own("text.weight")), state)} value={value} onNumber={set} unit="kg" fractionDigits={2} min={0} />
            )}
          </Held>
        )}
      </InStates>
      <InStates part="NumberSteps">
        {(state) => (
          <Held<number | null> value={state === "empty" ? null : 24}>
            {(value, set) => <NumberField {...told(t(own("text.number")), state)} value={value} onNumber={set} min={0} hasSteps />}
          </Held>
        )}
      </InStates>
      <InStates part="DateField">
        {(state) => (
          <Held value={day(state)}>{(value, set) => <DateField {...told(t(own("text.day")), state)} value={value} onValue={set} />}</Held>
        )}
      </InStates>
      <InStates part="DateTimeField">
        {(state) => (
          <Held value={state === "empty" ? "" : "2026-11-21T18:05"}>
            {(value, set) => <DateTimeField {...told(t(own("text.moment")), state)} value={value} onValue={set} />}
          </Held>
        )}
      </InStates>
      <InStates part="DateRangeField">
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

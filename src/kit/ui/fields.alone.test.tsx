// @vitest-environment jsdom
import type { ReactNode } from "react";
import { act, useState } from "react";
import { describe, expect, test } from "vitest";
import { showLanguage } from "#web/texts/warehouse.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import type { ComboboxOption } from "./combobox.tsx";
import { Combobox } from "./combobox.tsx";
import { DateField, DateRangeField } from "./date-field.tsx";
import { LanguageProvider } from "./language-provider.tsx";
import { NumberField } from "./number-field.tsx";
import { Select } from "./select.tsx";
import { TextField } from "./text-field.tsx";

const page = openFormPage();

async function draw(children: ReactNode, language: Language = "en_us"): Promise<void> {
  await showLanguage(language);
  await page.draw(<LanguageProvider>{children}</LanguageProvider>);
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

const findInput = () => find("input") as HTMLInputElement;

/** Puts a text into an input as a keyboard does. */
async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
  });
}

async function press(element: HTMLElement, key: string): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true, cancelable: true }));
  });
}

const blur = (element: HTMLElement) => act(async () => element.blur());

describe("a number", () => {
  function Price({ numbers, digits }: { numbers: (number | null)[]; digits: number }) {
    const [value, setValue] = useState<number | null>(1234.5);
    const take = (next: number | null) => {
      numbers.push(next);
      setValue(next);
    };
    return <NumberField label="Price" value={value} onNumber={take} fractionDigits={digits} min={0} max={5000} />;
  }

  test.each(["en_us", "zh_cn"] as const)("is reported on each keystroke and formatted on blur, in %s", async (language) => {
    const numbers: (number | null)[] = [];
    await draw(<Price numbers={numbers} digits={2} />, language);
    const input = findInput();
    expect(input.value).toBe("1,234.5");
    await type(input, "20.");
    await type(input, "20.2");
    await type(input, "20.25");
    expect(input.value).toBe("20.25");
    expect(numbers).toEqual([20, 20.2, 20.25]);
    await type(input, "");
    expect(numbers.at(-1)).toBeNull();
    await type(input, "3456");
    await blur(input);
    expect([input.value, numbers.at(-1)]).toEqual(["3,456", 3456]);
  });

  test("outside its bounds keeps the typed value, for the form to reject", async () => {
    const numbers: (number | null)[] = [];
    await draw(<Price numbers={numbers} digits={0} />);
    const input = findInput();
    await type(input, "9000");
    await blur(input);
    expect([input.value, numbers.at(-1)]).toEqual(["9,000", 9000]);
  });

  test("that must be whole keeps what was typed otherwise, with an error, and is none until it is", async () => {
    const numbers: (number | null)[] = [];
    await draw(<Price numbers={numbers} digits={0} />);
    const input = findInput();
    await type(input, "500.5");
    expect(numbers.at(-1)).toBeNull();
    await blur(input);
    expect([input.value, numbers.at(-1)]).toEqual(["500.5", null]);
    expect(input.closest(".field")?.textContent).toContain("Please enter a whole number");
    await type(input, "500");
    await blur(input);
    expect([input.value, numbers.at(-1)]).toEqual(["500", 500]);
    expect(input.closest(".field")?.textContent).not.toContain("Please enter a whole number");
    await type(input, "-5");
    expect(numbers.at(-1)).toBe(-5);
  });

  test("stops at its lowest value when an arrow key is pressed", async () => {
    const numbers: (number | null)[] = [];
    await draw(<Price numbers={numbers} digits={0} />);
    const input = findInput();
    await type(input, "1");
    await blur(input);
    for (let presses = 0; presses < 3; presses += 1) await press(input, "ArrowDown");
    expect([input.value, numbers.at(-1)]).toEqual(["0", 0]);
  });
});

describe("a select", () => {
  const options = [
    { value: "sea", text: "Sea" },
    { value: "air", text: "Air" },
    { value: "road", text: "Road" },
  ] as const;

  function Way({ chosen }: { chosen: string[] }) {
    const [value, setValue] = useState<"sea" | "air" | "road" | "">("sea");
    const take = (next: typeof value) => {
      chosen.push(next);
      setValue(next);
    };
    return <Select label="Way" id="way" options={options} value={value} nothing="Any" onValue={take} />;
  }

  test("opens, moves and selects by keyboard, and has an option for no value", async () => {
    const chosen: string[] = [];
    await draw(<Way chosen={chosen} />);
    const button = find("#way");
    expect(button.textContent).toBe("Sea");
    await act(async () => button.focus());
    await press(button, "ArrowDown");
    expect([...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent)).toEqual(["Any", "Sea", "Air", "Road"]);
    await press(document.activeElement as HTMLElement, "ArrowDown");
    await press(document.activeElement as HTMLElement, "Enter");
    expect(chosen).toEqual(["air"]);
    expect(find("#way").textContent).toBe("Air");
    await press(find("#way"), "ArrowDown");
    await press(document.activeElement as HTMLElement, "Home");
    await press(document.activeElement as HTMLElement, "Enter");
    expect(chosen).toEqual(["air", ""]);
  });
});

describe("a combobox", () => {
  const all = [
    { value: "DE", text: "Germany" },
    { value: "DK", text: "Denmark" },
    { value: "FR", text: "France" },
  ];

  function Country({ chosen, left }: { chosen: (ComboboxOption | null)[]; left: string[] }) {
    const [value, setValue] = useState("FR");
    const [typed, setTyped] = useState("");
    return (
      <Combobox
        label="Country"
        value={value}
        valueText={all.find((one) => one.value === value)?.text ?? ""}
        options={all.filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase()))}
        onType={setTyped}
        onChange={(option) => {
          chosen.push(option);
          setValue(option?.value ?? "");
        }}
        note="Nothing fits"
        clearText="Clear"
        onLeave={() => left.push("left")}
      />
    );
  }

  test("selects an option found by typing", async () => {
    const chosen: (ComboboxOption | null)[] = [];
    await draw(<Country chosen={chosen} left={[]} />);
    const input = findInput();
    expect(input.value).toBe("France");
    await type(input, "de");
    expect([...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent)).toEqual(["Denmark"]);
    await press(input, "ArrowDown");
    await press(input, "Enter");
    expect(chosen).toEqual([all[1]]);
    expect([input.value, input.ariaExpanded ?? input.getAttribute("aria-expanded")]).toEqual(["Denmark", "false"]);
  });

  test.each(["Escape", "leaving"])("%s restores the selected option", async (way) => {
    const chosen: (ComboboxOption | null)[] = [];
    const left: string[] = [];
    await draw(<Country chosen={chosen} left={left} />);
    const input = findInput();
    await type(input, "ger");
    expect(input.value).toBe("ger");
    if (way === "Escape") await press(input, "Escape");
    else await blur(input);
    expect([input.value, chosen, left]).toEqual(["France", [], way === "Escape" ? [] : ["left"]]);
  });

  test("opens the whole list when it is pressed, and still shows the selected option", async () => {
    await draw(<Country chosen={[]} left={[]} />);
    const input = findInput();
    await act(async () => {
      input.focus();
      input.click();
    });
    expect([input.value, input.placeholder, document.querySelectorAll("[role=option]").length]).toEqual(["", "France", 3]);
    await press(input, "Escape");
    expect([input.value, input.getAttribute("aria-expanded")]).toEqual(["France", "false"]);
  });

  test("opens with the arrow keys: down at the selected option, up at the last one", async () => {
    const marked = () => document.getElementById(findInput().getAttribute("aria-activedescendant") ?? "")?.textContent;
    await draw(<Country chosen={[]} left={[]} />);
    await act(async () => findInput().focus());
    await press(findInput(), "ArrowDown");
    expect(marked()).toBe("France");
    await press(findInput(), "ArrowUp");
    expect(marked()).toBe("Denmark");
    await press(findInput(), "Escape");
    await press(findInput(), "ArrowUp");
    expect(marked()).toBe("France");
  });

  test("says when nothing matches", async () => {
    await draw(<Country chosen={[]} left={[]} />);
    await type(findInput(), "zzz");
    expect(find("[role=listbox]").textContent).toBe("Nothing fits");
  });

  test("is cleared by its button", async () => {
    const chosen: (ComboboxOption | null)[] = [];
    await draw(<Country chosen={chosen} left={[]} />);
    await act(async () => find("button[aria-label=Clear]").click());
    expect(chosen).toEqual([null]);
    expect(findInput().value).toBe("");
  });
});

describe("a date field", () => {
  const text = () => find("[role=group]").textContent.replaceAll(/[\u2066\u2069\u200e]/g, "");

  test.each([
    ["en_us", "11/03/2026"],
    ["zh_cn", "2026/11/03"],
  ] as const)("shows its date in the page's language: %s", async (language, shown) => {
    await draw(<DateField label="Day" value="2026-11-03" onValue={() => undefined} />, language);
    await act(async () => void (await import("./date-picker.tsx")));
    await expect.poll(text).toBe(shown);
  });

  test("is empty when its value is not a date", async () => {
    await draw(<DateField label="Day" value="soon" onValue={() => undefined} />);
    await expect.poll(text).toBe("mm/dd/yyyy");
  });

  test("has two ends for a range, one of which may be open", async () => {
    const told: string[][] = [];
    await draw(<DateRangeField label="Days" from="2026-11-03" until="" onValue={(...ends) => told.push(ends)} />);
    await expect.poll(() => document.querySelectorAll("[role=spinbutton]").length).toBe(6);
    const day = find("[role=spinbutton][data-type=day]");
    await act(async () => day.focus());
    await press(day, "ArrowUp");
    expect(told).toEqual([["2026-11-04", ""]]);
  });
});

test("a field is named by its label and described by its hint and its error", async () => {
  await draw(
    <TextField id="name" label="Name" hint="As on the parcel" error="Enter a name" isRequired value="" onText={() => undefined} />,
  );
  const input = findInput();
  const words = (attribute: string) =>
    (input.getAttribute(attribute) ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(input.labels?.[0]?.firstChild?.textContent).toBe("Name");
  expect(words("aria-describedby").toSorted()).toEqual(["As on the parcel", "Enter a name"]);
  expect([input.getAttribute("aria-invalid"), input.getAttribute("aria-required"), input.required]).toEqual(["true", "true", false]);
});

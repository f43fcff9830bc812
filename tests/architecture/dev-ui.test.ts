import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const page = globSync("web/dev/*.tsx").map((path) => ({ path, text: readFileSync(path, "utf8") }));
const files = globSync("{src/kit/ui,src/warehouse/scanning}/**/*.tsx").filter((path) => !path.includes(".test."));

/** The components a file exports. */
const componentsIn = (text: string) =>
  [...text.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].flatMap(([, name = ""]) => (name.endsWith("Context") ? [] : [name]));

/** Lists the components a file imports and renders, as `path#Name`; excludes type parameters (`<Held<string>`). */
function drawnIn(path: string, text: string): string[] {
  const imported = [...text.matchAll(/import (type )?\{([^}]*)\} from "([^"]+\.tsx)"/g)].flatMap(([, isType, names = "", from = ""]) =>
    isType === undefined ? names.split(",").map((name) => ({ from, name: name.trim() })) : [],
  );
  const later = [...text.matchAll(/const (\w+) = lazyPart(?:<[^(]*>)?\(async \(\) => \(await import\("([^"]+)"\)\)\.(\w+)\)/g)].map(
    ([, , from = "", name = ""]) => ({ from, name }),
  );
  return [...imported, ...later].flatMap(({ from, name: whole }) => {
    const [name = "", alias = name] = whole.split(" as ").map((part) => part.trim());
    const file = from.startsWith("#") ? from.slice(1) : join(dirname(path), from);
    return new RegExp(`<${alias}[\\s>/<]`).test(text) ? [`${file}#${name}`] : [];
  });
}

/** Lists what the page renders itself, and what those files render in turn. */
function drawnByPage(): { itself: Set<string>; within: Set<string> } {
  const itself = new Set(page.flatMap(({ path, text }) => drawnIn(path, text)));
  const within = new Set(itself);
  const ways = [...itself];
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const path = way.split("#")[0] ?? "";
    if (!files.includes(path)) continue;
    for (const next of drawnIn(path, readFileSync(path, "utf8"))) {
      if (within.has(next)) continue;
      within.add(next);
      ways.push(next);
    }
  }
  return { itself, within };
}

/** Parts without a sample of their own, with the reason. */
const withoutSample: Readonly<Record<string, string>> = {
  "src/kit/ui/action/action-button.tsx#BlockableAction": "ActionButton",
  "src/kit/ui/calendar-page.tsx#CalendarPage": "the calendar of the fields of days",
  "src/kit/ui/checkbox.tsx#CheckMark": "the box of a checkbox",
  "src/kit/ui/date-picker.tsx#DatePicker": "DateField once its chunk is there",
  "src/kit/ui/date-picker.tsx#DateRangePicker": "DateRangeField once its chunk is there",
  "src/kit/ui/dialog-box.tsx#DialogBox": "Dialog once it is open",
  "src/kit/ui/dialog.tsx#DialogBox": "Dialog once it is open",
  "src/kit/ui/field-frame.tsx#FieldLabel": "the label of each field",
  "src/kit/ui/field-frame.tsx#FieldNotes": "hint and error of each field",
  "src/kit/ui/field-frame.tsx#InputFrame": "the edge of an input",
  "src/kit/ui/field-frame.tsx#RequiredMark": "the star of a required field",
  "src/kit/ui/file-input.tsx#FileInput": "is not seen: what is pressed for it is another's",
  "src/kit/ui/language-provider.tsx#LanguageProvider": "draws nothing",
  "src/kit/ui/unsaved-area.tsx#UnsavedArea":
    "draws a question when the page is left, which would leave this page: src/kit/ui/form/drafts.alone.test.tsx",
  "src/kit/ui/light/toast.tsx#Toasts": "has the same toasts as the application's, which would appear twice: tests/e2e/popup.test.ts",
  "src/kit/ui/menu-popover.tsx#MenuPopover": "Menu once it is open",
  "src/kit/ui/menu.tsx#MenuPopover": "Menu once it is open",
  "src/kit/ui/option-content.tsx#OptionContent": "an option of an open list",
  "src/kit/ui/popover-box.tsx#PopoverBox": "Popover once it is open",
  "src/kit/ui/toast.tsx#Toasts": "one region on every page, which the root draws; the page's buttons show toasts in it",
};

test("/dev/ui shows every part of the kit", () => {
  const { itself } = drawnByPage();
  const own = files.filter((path) => /^src\/kit\/ui\/(?:[^/]+|light\/[^/]+|action\/[^/]+)$/.test(path));
  const missing = own.flatMap((path) =>
    componentsIn(readFileSync(path, "utf8"))
      .map((name) => `${path}#${name}`)
      .filter((part) => !itself.has(part)),
  );
  expect(missing.toSorted()).toEqual(Object.keys(withoutSample).toSorted());
  expect(own.length).toBeGreaterThan(35);
});

/** Parts of lists, forms, charts and scanning screens that the page does not render. */
const drawnElsewhere: Readonly<Record<string, string>> = {
  "src/warehouse/scanning/code-labels.tsx#CodeLabels": "what a device prints, which it stores: tests/e2e/web-review.test.ts",
  "src/warehouse/scanning/later-codes.tsx#LaterCodes":
    "needs codes that wait for the network: src/warehouse/scanning/use-later-codes.alone.test.tsx",
  "src/warehouse/scanning/goods-face.tsx#GoodsFace": "a picture of goods from the server: tests/e2e/web-receiving.test.ts",
  "src/kit/ui/form/lazy-form.tsx#Form": "Form in a dialog",
  "src/kit/ui/form/lazy-form.tsx#FormPart": "Form in a dialog",
  "src/kit/ui/form/other-input.tsx#OtherInput": "the fields of a form, which come later",
};

test("/dev/ui shows, within them, every part of lists, forms, charts and scanning screens", () => {
  const { within } = drawnByPage();
  const inner = files.filter((path) => /^src\/(?:kit\/ui\/(?:list|form|chart|scan)|warehouse\/scanning)\//.test(path));
  const missing = inner.flatMap((path) =>
    componentsIn(readFileSync(path, "utf8"))
      .map((name) => `${path}#${name}`)
      .filter((part) => !within.has(part)),
  );
  expect(missing.toSorted()).toEqual(Object.keys(drawnElsewhere).toSorted());
});

test("a part that is not rendered is detected", () => {
  expect(drawnIn("web/dev/x.tsx", 'import { Button, ButtonLink } from "#src/kit/ui/button.tsx";\n<Button>')).toEqual([
    "src/kit/ui/button.tsx#Button",
  ]);
  expect(componentsIn("export function Part() {}\nexport const PartContext = 1;\nfunction Inner() {}")).toEqual(["Part"]);
});

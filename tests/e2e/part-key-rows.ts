/** A subset of what is announced; a pattern for texts worded by the browser or React Aria. */
export type Expected = Readonly<Record<string, unknown>>;

/** A key, and what is announced for the focused element afterwards; `marked` for the active option. */
type Step = readonly [keys: string, heard: Expected | { readonly marked: Expected }];

/** A part with the semantics and keys of the ARIA Authoring Practices. */
export interface KeyRow {
  /** its sample on the component page */
  readonly sample: string;
  /** what takes the focus in it */
  readonly at: string;
  readonly heard: Expected;
  readonly steps?: readonly Step[];
}

const error = "Fill this in.";

/** The rows of /dev/ui in English. */
export const keyRows: readonly KeyRow[] = [
  { sample: "Button:normal", at: "button", heard: { role: "button", name: "Save" }, steps: [["Tab", { role: "button", disabled: true }]] },
  { sample: "IconButton", at: "button", heard: { role: "button", name: "Dark theme" } },
  { sample: "ButtonLink", at: "a", heard: { role: "link", name: "Open" } },
  { sample: "ActionButton", at: "button", heard: { role: "button", disabled: true, description: "The parcel is not packed yet" } },
  {
    sample: "TextField:wrong",
    at: "input",
    heard: { role: "textbox", name: "Name", required: true, invalid: "true", description: `As on the parcel ${error}` },
  },
  { sample: "TextField:disabled", at: "input", heard: { role: "textbox", disabled: true } },
  { sample: "TextLines:wrong", at: "textarea", heard: { role: "textbox", multiline: true, invalid: "true", description: /Fill this in/ } },
  {
    sample: "SearchField:filled",
    at: "input",
    heard: { role: "searchbox", name: "Search", value: "Harbour Street 7" },
    steps: [["Escape", { role: "searchbox", value: "" }]],
  },
  {
    sample: "PasswordField:filled",
    at: "input",
    heard: { role: "textbox", name: "Password", required: true },
    steps: [
      ["Tab", { role: "button", name: "Show password", pressed: "false" }],
      ["Space", { pressed: "true" }],
    ],
  },
  {
    sample: "NumberSteps:filled",
    at: "input",
    heard: { role: "textbox", name: "Pieces", value: "24", required: true },
    steps: [
      ["ArrowUp", { value: "25" }],
      ["ArrowDown", { value: "24" }],
      ["Home", { value: "0" }],
    ],
  },
  {
    sample: "DateField:filled",
    at: "[role=spinbutton]",
    heard: { role: "spinbutton", name: /month, .*Day/ },
    steps: [
      ["ArrowUp", { valuetext: /December/ }],
      ["ArrowRight", { name: /day, / }],
      ["07", { name: /year, / }],
      ["Tab", { role: "button", name: /Calendar/ }],
      ["Enter", { role: "button", name: /December 7, 2026 selected/ }],
      ["ArrowRight", { name: /December 8, 2026/ }],
      ["ArrowDown", { name: /December 15, 2026/ }],
      ["Home", { name: /December 1, 2026/ }],
      ["End", { name: /December 31, 2026/ }],
      ["PageDown", { name: /January 31, 2027/ }],
      ["Enter", { role: "button", name: /Calendar/ }],
      ["Space", { name: /January 31, 2027 selected/ }],
      ["Escape", { role: "button", name: /Calendar/ }],
    ],
  },
  { sample: "DateField:wrong", at: "[role=group]", heard: { role: "group", name: "Day", description: /Fill this in/ } },
  {
    sample: "DateRangeField:wrong",
    at: "[role=spinbutton]",
    heard: { role: "spinbutton", name: /From/, invalid: "true", description: /Fill this in/ },
  },
  {
    sample: "Select:filled",
    at: "button",
    heard: { role: "button", name: /Parcel Kind/, hasPopup: "listbox", expanded: false },
    steps: [
      ["Space", { role: "option", name: "Parcel", selected: true }],
      ["ArrowDown", { role: "option", name: "Pallet", selected: false }],
      ["End", { name: "Letter" }],
      ["Home", { name: "Choose…" }],
      ["let", { name: "Letter" }],
      ["Enter", { role: "button", name: /Letter Kind/, expanded: false }],
      ["ArrowDown", { role: "option", name: "Letter", selected: true }],
      ["Home", { name: "Choose…" }],
      ["Escape", { role: "button", name: /Letter Kind/, expanded: false }],
    ],
  },
  { sample: "Select:wrong", at: "button", heard: { description: /Fill this in/ } },
  {
    sample: "Combobox:filled",
    at: "input",
    heard: { role: "combobox", name: "Kind", value: "Parcel", expanded: false, required: true },
    steps: [
      ["ArrowDown", { marked: { role: "option", name: "Parcel" } }],
      ["ArrowDown", { marked: { name: "Pallet" } }],
      ["Enter", { value: "Pallet", expanded: false }],
      ["Backspace", { expanded: true }],
      ["Escape", { value: "Pallet", expanded: false }],
    ],
  },
  {
    sample: "RadioGroup-list:filled",
    at: "input",
    heard: { role: "radio", name: "Parcel", checked: "true" },
    steps: [
      ["ArrowDown", { name: "Pallet", checked: "true" }],
      ["ArrowUp", { name: "Parcel", checked: "true" }],
      ["ArrowUp", { name: "Letter", checked: "true" }],
    ],
  },
  {
    sample: "RadioGroup-segments:wrong",
    at: "[role=radiogroup]",
    heard: { role: "radiogroup", name: "Kind", required: true, invalid: "true", description: /Fill this in/ },
  },
  {
    sample: "CheckboxGroup:filled",
    at: "input",
    heard: { role: "checkbox", name: "Parcel", checked: "true" },
    steps: [
      ["Space", { checked: "false" }],
      ["Tab", { name: "Pallet", checked: "false" }],
      ["Space", { checked: "true" }],
    ],
  },
  { sample: "CheckboxGroup:wrong", at: "[role=group]", heard: { role: "group", name: "Kind", description: /Fill this in/ } },
  { sample: "Checkbox:mixed", at: "input", heard: { role: "checkbox", checked: "mixed" }, steps: [["Space", { checked: "true" }]] },
  { sample: "Checkbox:wrong", at: "input", heard: { invalid: "true", description: error } },
  {
    sample: "Switch:false",
    at: "input",
    heard: { role: "switch", name: "Open on Sundays", checked: "false", description: "As on the parcel" },
    steps: [["Space", { checked: "true" }]],
  },
  {
    sample: "Switch:blocked",
    at: "input",
    heard: { role: "switch", checked: "false", description: "Only the owner can change this" },
    steps: [["Space", { checked: "false" }]],
  },
  {
    sample: "Slider",
    at: "input",
    heard: { role: "slider", name: /Zoom/, valuetext: "150%" },
    steps: [
      ["ArrowRight", { valuetext: "160%" }],
      ["ArrowLeft", { valuetext: "150%" }],
      ["Home", { valuetext: "100%" }],
      ["End", { valuetext: "400%" }],
    ],
  },
  {
    sample: "FileDrop:wrong",
    at: "button.button",
    heard: { role: "button", name: "Choose a file", description: "XLSX or CSV, at most 10 MB This file is not a workbook." },
  },
  { sample: "Progress", at: "progress", heard: { role: "progressbar", name: "24 of 48 packed", value: 0.5 } },
  { sample: "Progress:unknown", at: "progress", heard: { role: "progressbar", name: "Packing" } },
  {
    sample: "Tabs",
    at: "[role=tab]",
    heard: { role: "tab", name: "Parcel", selected: true },
    steps: [
      ["ArrowRight", { name: "Pallet", selected: true, description: "3 to pack" }],
      ["End", { name: "Letter", selected: true }],
      ["ArrowRight", { name: "Parcel", selected: true }],
      ["ArrowLeft", { name: "Letter", selected: true }],
      ["Home", { name: "Parcel", selected: true }],
      ["Tab", { role: "tabpanel", name: "Parcel" }],
    ],
  },
  {
    sample: "Menu",
    at: "button",
    heard: { role: "button", name: "More", hasPopup: "menu", expanded: false },
    steps: [
      ["Enter", { role: "menuitem", name: "Open", description: "As on the parcel O" }],
      ["ArrowDown", { name: "Ask", disabled: true, description: "Only the owner can change this" }],
      ["Enter", { name: "Ask" }],
      ["ArrowDown", { name: "Delete" }],
      ["End", { role: "menuitemradio", name: "Letter", checked: "false" }],
      ["ArrowDown", { name: "Open" }],
      ["Home", { name: "Open" }],
      ["pal", { role: "menuitemradio", name: "Pallet" }],
      ["Escape", { role: "button", name: "More", expanded: false }],
      ["ArrowUp", { role: "menuitemradio", name: "Letter" }],
      ["Escape", { role: "button", name: "More" }],
    ],
  },
  {
    sample: "Popover",
    at: "button",
    heard: { role: "button", name: "Details", expanded: false },
    steps: [
      ["Space", { role: "dialog", name: "Details" }],
      ["Escape", { role: "button", name: "Details", expanded: false }],
    ],
  },
  {
    sample: "Dialogs",
    at: "button:nth-of-type(3)",
    heard: { role: "button", name: "Edit" },
    steps: [
      ["Enter", { role: "textbox", name: "Name" }],
      ["Tab", { role: "button", name: "Close" }],
      ["Tab", { role: "textbox", name: "Name" }],
      ["Shift+Tab", { role: "button", name: "Close" }],
      ["Escape", { role: "button", name: "Edit" }],
    ],
  },
  {
    sample: "Dialogs",
    at: "button:nth-of-type(1)",
    heard: { role: "button", name: "Ask" },
    steps: [
      ["Enter", { role: "dialog", name: "Delete 3 products?" }],
      ["Tab", { role: "button", name: "Cancel" }],
      ["Tab", { role: "button", name: "Delete" }],
      ["Tab", { role: "button", name: "Cancel" }],
      ["Space", { role: "button", name: "Ask" }],
    ],
  },
  {
    sample: "LightDialogs",
    at: "button",
    heard: { role: "button", name: "Ask" },
    steps: [
      ["Enter", { role: "textbox", name: "Name" }],
      ["Escape", { role: "button", name: "Ask" }],
    ],
  },
  { sample: "LightField:1", at: "input", heard: { role: "textbox", required: true, invalid: "true", description: error } },
  {
    sample: "LightChoice",
    at: "input",
    heard: { role: "radio", checked: "true" },
    steps: [["ArrowRight", { name: "Pallet", checked: "true" }]],
  },
  { sample: "LightCheckbox", at: "input", heard: { role: "checkbox", checked: "true" }, steps: [["Space", { checked: "false" }]] },
  {
    sample: "LightSelect",
    at: "select",
    heard: { role: "combobox", name: "Kind", value: "Parcel" },
    steps: [["ArrowDown", { value: "Pallet" }]],
  },
];

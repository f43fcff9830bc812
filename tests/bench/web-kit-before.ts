/** Lines of `src/kit/ui` at commit 4f38d40, before React Aria, by kind. */
export const linesBefore: Readonly<Record<string, number>> = {
  code: 7678,
  styles: 2420,
  tests: 2220,
  "code of src/kit/ui/list": 3618,
  "code of src/kit/ui/form": 1284,
};

/**
 * The sizes of the parts at that commit by the same measure, gzip kB over React. Screens then used Ant Design's parts, which need its
 * `ConfigProvider`: both are weighed. Parts that are missing did not exist; select, combobox, dialog, menu and tabs were native elements.
 */
export const partsBefore: Readonly<Record<string, number>> = {
  button: 50.8,
  "icon button": 0.6,
  "text field": 80.7,
  "number field": 67.3,
  "password field": 71.8,
  checkbox: 57.5,
  "radio group": 58.7,
  switch: 47.6,
  slider: 71.5,
  select: 0.9,
  combobox: 1.8,
  dialog: 1.4,
  tabs: 1.2,
  toast: 1.5,
  progress: 0.5,
  chart: 2,
  form: 103.3,
  list: 99.6,
  "scan box": 8.1,
  "all parts": 141.2,
};

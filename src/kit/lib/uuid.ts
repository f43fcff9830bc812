const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an external value, such as a search parameter, is a uuid. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && shape.test(value);
}

const keyShape = /^[0-9a-z-]+(\/[0-9a-z-]+)*$/;
const longestKey = 200;

/**
 * Checks a file's key before it becomes a path or an address.
 * @param key created by the server alone, such as `<provider uuid>/<file uuid>`: small letters, digits, hyphens and single slashes between
 * @throws Error for any other, since a client's input is never a key
 */
export function checkKey(key: string): void {
  if (key.length > longestKey || !keyShape.test(key))
    throw new Error(`files: ${JSON.stringify(key.slice(0, longestKey))} is not a valid key`);
}

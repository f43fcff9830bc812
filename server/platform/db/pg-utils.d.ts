/** pg's own conversion of parameters, which its types leave out. */
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(this: void, value: unknown): Buffer | string | null };
  export default utils;
}

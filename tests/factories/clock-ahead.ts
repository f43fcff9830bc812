/** Loaded into a server before itself (`node --import`): by its clock, the present day is over. */
const aheadMs = 25 * 3_600_000;

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], made) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it constructs a Date
    Reflect.construct(target, given.length === 0 ? [target.now() + aheadMs] : given, made) as Date,
  get: (target, name): unknown => (name === "now" ? () => target.now() + aheadMs : Reflect.get(target, name)),
});

/** What the demo's goods look like in their drawn pictures. */
export const shapes = ["box", "jar", "bottle", "round", "cloth", "book", "lamp", "tool"] as const;
export type Shape = (typeof shapes)[number];

/** The products of the demo's range: each first word begins its SKUs. */
export const rangeProducts: readonly (readonly [title: string, shape: Shape])[] = [
  ["Wicker basket", "box"],
  ["Copper kettle", "jar"],
  ["Glass carafe", "bottle"],
  ["Ceramic vase", "bottle"],
  ["Wool blanket", "cloth"],
  ["Cotton apron", "cloth"],
  ["Paper lantern", "round"],
  ["Brass lamp", "lamp"],
  ["Slate coaster", "box"],
  ["Cork trivet", "round"],
  ["Bamboo tray", "box"],
  ["Marble mortar", "jar"],
  ["Felt pouch", "cloth"],
  ["Leather notebook", "book"],
  ["Canvas tote", "cloth"],
  ["Iron skillet", "round"],
  ["Tin lunchbox", "box"],
  ["Walnut bowl", "round"],
  ["Birch spoon", "tool"],
  ["Olive soap", "box"],
  ["Lavender sachet", "cloth"],
  ["Rattan stool", "lamp"],
  ["Jute rug", "cloth"],
  ["Silk scarf", "cloth"],
  ["Velvet cushion", "box"],
  ["Pewter tankard", "jar"],
  ["Terracotta planter", "jar"],
  ["Granite bookend", "book"],
  ["Maple puzzle", "box"],
  ["Rubber doormat", "box"],
  ["Steel thermos", "bottle"],
  ["Porcelain saucer", "round"],
  ["Clay whistle", "tool"],
  ["Mohair throw", "cloth"],
  ["Acacia rack", "tool"],
  ["Hemp rope", "round"],
  ["Crystal prism", "lamp"],
];

export const rangeColours = ["Blue", "Red", "Natural", "Green"] as const;
export const rangeSizes = ["Small", "Large"] as const;

/** The retailers besides the one that signs in. */
export const otherRetailers = ["Harbour Lane Gifts", "Fernside Home"] as const;

/** The parts of the names of people: everybody is invented, and the surnames say so. */
export const givenNames = ["Ada", "Bruno", "Celia", "Dario", "Elin", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Luis"] as const;
export const surnames = ["Sample", "Example", "Specimen", "Mockford", "Testerman", "Placeholder", "Nobody"] as const;

/** Where orders go: invented towns, with postal codes of the country's shape. */
export const towns = [
  { country: "US", city: "Sampleton", state: "IL", zip: "62701" },
  { country: "US", city: "Exampleville", state: "WA", zip: "98101" },
  { country: "CA", city: "Mockham", state: "BC", zip: "V6B 1A1" },
  { country: "GB", city: "Testbury", state: "", zip: "SW1A 1AA" },
  { country: "DE", city: "Musterstadt", state: "", zip: "10115" },
  { country: "FR", city: "Exempleville", state: "", zip: "75001" },
  { country: "AU", city: "Specimen Bay", state: "NSW", zip: "2000" },
] as const;

/** Every name of the demo's range and orders: tests of a page's language allow them. */
export const demoNames: readonly string[] = [
  ...rangeProducts.map(([title]) => title),
  ...rangeColours,
  ...otherRetailers,
  ...givenNames,
  ...surnames,
  ...towns.map(({ city }) => city),
];

/** What people of the demo wrote: it is shown as they wrote it, in either language. */
export const demoWords = {
  tooSmall: "Too small",
  senderUnknown: "The sender's name is torn off",
  fulfilmentCentre: "Example Fulfilment Centre",
  addressDoubted: "The postal code belongs to another city",
  fraudFeared: "Five orders to one address within an hour",
  numberMissing: "The street has no number",
  mindChanged: "The customer changed their mind",
  orderedTwice: "The customer ordered twice",
  cartBroken: "The cart is being repaired",
  lookedUp: "Looked up with the post office",
  confirmedByPhone: "The customer confirmed it by phone",
  whichCode: "The postal code and the city do not fit together. Which one is right?",
  whichFlat: "Is there a flat number?",
  nobodyAnswers: "Called twice, nobody answers",
  singlePieces: "Single pieces",
  cartsOfTwelve: "Carts of twelve",
  sortWall: "Sort wall",
  carrierSays: "No contract for this product code",
  driver: "Li Wei",
  wrongBox: "Packed into the wrong box",
} as const;

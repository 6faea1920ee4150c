/** The languages that the interface speaks; every text of the contract exists in each. */
export const interfaceLanguages = ["en", "zh"] as const;
export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** One text in every interface language. */
export type Localized = Readonly<Record<InterfaceLanguage, string>>;

/**
 * Marks what the document says nothing about. Code that meets it shows it as open and never puts a guess in its place.
 */
export const undocumented = "undocumented";
export type Undocumented = typeof undocumented;

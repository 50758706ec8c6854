/** The languages in which a search may name things, whatever the language on screen; of two alike, the first is the catalog's. */
export const searchLanguages: readonly [string, ...string[]] = ['en', 'es']

const names = new Map<string, string>()
let regions: Intl.DisplayNames | null = null

/** Returns a country's English name, the sort key of catalogs; its ISO alpha-2 code if it has none. */
export function englishNameOf(iso2: string): string {
  // Created on first use: it takes longer than most of the start.
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const name = names.get(iso2) ?? regions.of(iso2) ?? iso2
  names.set(iso2, name)
  return name
}

const names = new Map<string, string>()
let regions: Intl.DisplayNames | null = null

/** A country's name in English, which catalogs are ordered by; its ISO alpha-2 code where it has none. */
export function englishNameOf(iso2: string): string {
  // Made when first asked: it takes longer than most of a start.
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const name = names.get(iso2) ?? regions.of(iso2) ?? iso2
  names.set(iso2, name)
  return name
}

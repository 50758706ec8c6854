const files: Readonly<Record<string, string>> = import.meta.glob(
  '../../../../node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg',
  { query: '?url', import: 'default', eager: true },
)
const addresses = new Map(Object.entries(files).map(([path, address]) => [path.slice(-6, -4), address]))

/** Returns the address of a country's flag (ISO alpha-2), one of Till's own files; null if there is none. */
export function flagOf(iso2: string): string | null {
  return addresses.get(iso2) ?? null
}

/** Returns the order in which people are listed. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name)

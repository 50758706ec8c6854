/** How many tills can be followed, and how long the name of one may be. */
export const tillLimits = { tills: 60, name: 40 } as const

/** How what another till sold stands, by what the service's list says of it. */
export const tillOutcomes = ['on-its-way', 'delivered', 'failed', 'refunded'] as const
export type TillOutcome = (typeof tillOutcomes)[number]

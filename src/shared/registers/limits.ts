/** How many registers can be followed, and how long the name of one may be. */
export const registerLimits = { registers: 60, name: 40 } as const

/** How what another register sold stands, by what the service's list says of it. */
export const registerOutcomes = ['on-its-way', 'delivered', 'failed', 'refunded'] as const
export type RegisterOutcome = (typeof registerOutcomes)[number]

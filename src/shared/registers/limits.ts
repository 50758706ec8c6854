/** The number of registers that can be followed, and the length of a register's name. */
export const registerLimits = { registers: 60, name: 40 } as const

/** The state of another register's sale, by the service's list. */
export const registerOutcomes = ['on-its-way', 'delivered', 'failed', 'refunded'] as const
export type RegisterOutcome = (typeof registerOutcomes)[number]

/** The state of another register's sale, by the service's list. */
export const registerOutcomes = ['on-its-way', 'delivered', 'failed', 'refunded'] as const
export type RegisterOutcome = (typeof registerOutcomes)[number]

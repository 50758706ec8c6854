/** The time that a test gives another process or a network: a long wait costs nothing once its condition holds. */
export const soon = { timeout: 20_000 } as const

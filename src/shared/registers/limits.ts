/** The number of registers that can be followed, and the length of a register's name. */
export const registerLimits = { registers: 60, name: 40 } as const

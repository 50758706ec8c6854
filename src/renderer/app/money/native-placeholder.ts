/** Placeholder addresses for a network's native coin, without a contract. */
const placeholders = [`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]

/** Returns whether a coin's address stands for its network's native coin. */
export const isNativePlaceholder = (token: string): boolean => placeholders.includes(token.toLowerCase())

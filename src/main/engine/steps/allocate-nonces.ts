/**
 * Returns the `count` lowest nonces from `pending` (the chain's next) that no step of the ledger has: gaps first, then above the ledger's
 * highest, ascending.
 */
export function allocateNonces(count: number, pending: number, used: ReadonlySet<number>): number[] {
  const nonces: number[] = []
  for (let nonce = pending; nonces.length < count; nonce++) if (!used.has(nonce)) nonces.push(nonce)
  return nonces
}

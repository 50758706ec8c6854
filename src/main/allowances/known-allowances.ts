import type { Address } from 'viem'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { readApproved } from './approved-repository.ts'
import { listOpenRevocations, readRevocation, type RevocationRecord } from './revocation-repository.ts'
import { revokedToken, type AllowedToken } from './revoked-token.ts'

/** An allowance in the ledger: a purchase approved it, or it is being revoked. */
export interface KnownAllowance {
  readonly chainInstance: string
  readonly profileId: string
  readonly network: FrozenNetwork
  readonly token: AllowedToken
  readonly spender: Address
  /** The newest purchase that approved it; null if no purchase did. */
  readonly purchaseId: string | null
  /** Whether its revocation is open, so that it is listed whatever its network says. */
  readonly isRevoking: boolean
}

/** Returns the id of an allowance; it stays the same while its network is silent. */
export function allowanceId({
  chainInstance,
  token,
  spender,
}: Pick<KnownAllowance, 'chainInstance' | 'token' | 'spender'>): string {
  return `${chainInstance} ${token.address} ${spender}`.toLowerCase()
}

/** Reads every allowance of `owner` that the ledger knows, each once. */
export function readKnownAllowances(context: AllowancesContext, owner: Address): KnownAllowance[] {
  const approved = readApproved(context.ledger, owner)
  const revoking = readOpenRevocations(context.ledger, owner).map((one) => ({
    ...one,
    token: revokedToken(context, one),
    purchaseId: null,
    isRevoking: true,
  }))
  const revokingIds = new Set(revoking.map(allowanceId))
  const known = [...approved.map((one) => ({ ...one, isRevoking: revokingIds.has(allowanceId(one)) })), ...revoking]
  // The purchase comes first; a reorganization may open an earlier revocation again.
  const byId = new Map(known.toReversed().map((one) => [allowanceId(one), one]))
  return [...byId.values()].toReversed()
}

function readOpenRevocations(ledger: ReadableDb, owner: Address): RevocationRecord[] {
  return listOpenRevocations(ledger)
    .flatMap((id) => nullIfDamaged(() => readRevocation(ledger, id)) ?? [])
    .filter(({ from }) => from === owner)
}

import { z } from 'zod'
import { errorCodes, type ErrorCode } from '../../shared/errors.ts'
import { answerPurpose } from './prepare-registration.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { countAttempts, readAttempts } from './registration-repository.ts'

/** The outcome of the registrations so far. */
export interface ToldSoFar {
  readonly attempts: number
  /** Why the last attempt did not register the payment; null if it did, or there was none. */
  readonly lastError: ErrorCode | null
  /** The HTTP status of the last attempt; null if the service did not answer, or the answer cannot be read. */
  readonly lastStatus: number | null
}

const answerShape = z.object({ status: z.int() })

/** Reads how often a purchase's registration was sent and what the service answered last. */
export function readToldSoFar(context: Pick<PurchaseContext, 'ledger' | 'sealer'>, id: string): ToldSoFar {
  const last = readAttempts(context.ledger, id).at(-1)
  return {
    attempts: countAttempts(context.ledger, id),
    lastError: errorCodes.find((code) => code === last?.detail) ?? null,
    lastStatus: last?.sealedAnswer ? openStatus(context, last.idempotencyKey, last.sealedAnswer) : null,
  }
}

function openStatus({ sealer }: Pick<PurchaseContext, 'sealer'>, key: string, sealed: Uint8Array): number | null {
  try {
    return answerShape.parse(JSON.parse(sealer.unseal(sealed, answerPurpose(key)))).status
  } catch {
    return null
  }
}

import { z } from 'zod'
import { errorCodes, type ErrorCode } from '../../../shared/errors.ts'
import { errorBodyOf, type RawAnswer } from '../../service/answer/error-body.ts'
import { isKeyRefused } from './is-key-refused.ts'
import { answerPurpose, bodyPurpose } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { countAttempts, readAttempts, readRegistration, type StoredRegistration } from './registration-repository.ts'

/** The outcome of the registrations so far. */
export interface RegistrationProgress {
  readonly attempts: number
  /** The network's name in the newest registration; null before there is one. */
  readonly chain: string | null
  /** Why the last attempt did not register the payment; null if it did, or there was none. */
  readonly lastError: ErrorCode | null
  /** The HTTP status of the last attempt; null if the service did not answer, or the answer cannot be read. */
  readonly lastStatus: number | null
  /** The service's message with it, as one plain line; null if there was none. */
  readonly lastMessage: string | null
  /** The service's own error code with it; null if there was none. */
  readonly lastCode: string | null
  /** The service's messages about single fields. */
  readonly lastFields: readonly { readonly name: string; readonly problem: string }[]
  /** Whether the service calls the key a duplicate of a registration that its list does not show. */
  readonly keyRefused: boolean
}

const bodyShape = z.object({ transactionIntent: z.object({ chain: z.string() }) })
const answerShape = z.object({ status: z.int(), text: z.string() })

/** Reads how often a purchase's registration was sent, and the service's last answer. */
export function readRegistrationProgress(
  context: Pick<PurchaseContext, 'ledger' | 'sealer'>,
  id: string,
): RegistrationProgress {
  const attempts = readAttempts(context.ledger, id)
  const last = attempts.at(-1)
  const answer = last?.sealedAnswer ? openAnswer(context, last.idempotencyKey, last.sealedAnswer) : null
  const body = answer && errorBodyOf(answer)
  const newest = readRegistration(context.ledger, id)
  return {
    attempts: countAttempts(context.ledger, id),
    chain: newest && openChain(context, newest),
    lastError: errorCodes.find((code) => code === last?.detail) ?? null,
    lastStatus: answer?.status ?? null,
    lastMessage: body?.message || null,
    lastCode: body?.code ?? null,
    lastFields: Object.entries(body?.fields ?? {}).map(([name, problem]) => ({ name, problem })),
    keyRefused: isKeyRefused(attempts) && last?.idempotencyKey === newest?.idempotencyKey,
  }
}

function openChain(
  { sealer }: Pick<PurchaseContext, 'sealer'>,
  { idempotencyKey, sealedBody }: StoredRegistration,
): string | null {
  try {
    const body: unknown = JSON.parse(sealer.unseal(sealedBody, bodyPurpose(idempotencyKey)))
    return bodyShape.parse(body).transactionIntent.chain
  } catch {
    return null
  }
}

function openAnswer({ sealer }: Pick<PurchaseContext, 'sealer'>, key: string, sealed: Uint8Array): RawAnswer | null {
  try {
    return answerShape.parse(JSON.parse(sealer.unseal(sealed, answerPurpose(key))))
  } catch {
    return null
  }
}

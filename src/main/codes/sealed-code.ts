import { z } from 'zod'
import { codeMarks, codeSecret } from '../../shared/codes/views.ts'
import type { Sealer } from '../db/seal.ts'
import type { CodeRow } from './kept-codes-repository.ts'

const sealed = codeSecret.extend({
  ...codeMarks.shape,
  /** Whether the service returned it. */
  isFromService: z.boolean().default(false),
  /** The last day of which the user was reminded; null for none. */
  remindedOf: z.iso.date().nullable().default(null),
})

/** A code with what is noted about it. */
export type Code = z.output<typeof sealed> & Pick<CodeRow, 'id' | 'purchaseId' | 'keptAt'>

/** All of a code is sealed together, for its own purchase, so that nobody can put another one in its place. */
const purposeOf = ({ id, purchaseId }: Pick<CodeRow, 'id' | 'purchaseId'>): string =>
  `purchase ${purchaseId} code ${id}`

/** Seals a code. Throws SealError while the records key is missing. */
export function sealCode(sealer: Sealer, { id, purchaseId, keptAt, ...code }: Code): CodeRow {
  const box = sealer.seal(JSON.stringify(sealed.parse(code)), purposeOf({ id, purchaseId }))
  return { id, purchaseId, keptAt, box }
}

/** Opens a code; null if the records key does not open it. */
export function openCode(sealer: Sealer, { box, ...row }: CodeRow): Code | null {
  try {
    return { ...row, ...sealed.parse(JSON.parse(sealer.unseal(box, purposeOf(row)))) }
  } catch {
    return null
  }
}

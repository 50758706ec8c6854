import { z } from 'zod'
import type { Sealer } from '../../db/seal.ts'

/** The unchecked values typed for a product, by the fields' names. */
export const typedSchema = z.object({ reference: z.string(), fields: z.record(z.string(), z.string()) })
export type Typed = z.output<typeof typedSchema>

/** Returns the purpose that a draft's typed values are sealed for. */
const purpose = (draftId: string): string => `draft ${draftId} delivery`

/** Seals what was typed; throws SealError while there is no records key. */
export function sealDraft(sealer: Sealer, draftId: string, typed: Typed): Uint8Array {
  return sealer.seal(JSON.stringify(typedSchema.parse(typed)), purpose(draftId))
}

/** Opens what was typed; throws SealError if the records key does not open it. */
export function openDraft(sealer: Sealer, draftId: string, box: Uint8Array): Typed {
  return typedSchema.parse(JSON.parse(sealer.unseal(box, purpose(draftId))))
}

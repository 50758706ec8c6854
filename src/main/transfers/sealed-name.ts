import type { TransfersContext } from './transfers-context.ts'

const purposeOf = (transferId: string): string => `transfer ${transferId} name`

/** Seals the person's name for the recipient of a transfer. */
export function sealName({ sealer }: Pick<TransfersContext, 'sealer'>, transferId: string, name: string): Uint8Array {
  return sealer.seal(name, purposeOf(transferId))
}

/** Opens the person's name for the recipient of a transfer; null if the records key does not open it. */
export function readName(
  { sealer }: Pick<TransfersContext, 'sealer'>,
  transferId: string,
  box: Uint8Array,
): string | null {
  try {
    return sealer.unseal(box, purposeOf(transferId))
  } catch {
    return null
  }
}

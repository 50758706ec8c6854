import { isDecimal, type Decimal } from '../../shared/money.ts'

/** An amount as a person types it, with a comma or a point; null where it is none. */
export function typedAmount(text: string): Decimal | null {
  const plain = text.trim().replace(',', '.').replace(/\.$/, '')
  return isDecimal(plain) ? plain : null
}

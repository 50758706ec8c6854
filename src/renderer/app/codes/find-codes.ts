import type { KeptCodeView } from '../../../shared/codes/views.ts'
import { fold } from '../../../shared/search/fold.ts'

/** Returns the codes whose brand, note or last characters have every word of `text`. */
export function findCodes(codes: readonly KeptCodeView[], text: string): readonly KeptCodeView[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return codes.filter(({ purchase, note, ending }) => {
    const own = fold(`${purchase.brandName} ${note} ${ending}`)
    return words.every((word) => own.includes(word))
  })
}

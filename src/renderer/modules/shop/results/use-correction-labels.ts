import { useI18n } from 'vue-i18n'
import type { RequestOutput } from '../../../../shared/contract.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'

type Corrected = RequestOutput<'catalog.search'>['corrected']

export interface CorrectionLabels {
  /** The search with the likeliest corrections. */
  readonly first: string
  /** Every reading, quoted: “nimbus” or “nimba”. */
  readonly shown: string
  /** The words that nothing matches, quoted; null if all of them only begin others. */
  readonly typed: string | null
}

/** Returns a function that labels a search with corrected typing mistakes; its result is null without corrections. */
export function useCorrectionLabels(): (text: string, corrected: Corrected) => CorrectionLabels | null {
  const { t } = useI18n()
  const formats = useFormats()
  const quoted = (text: string): string => t('shop.quoted', { text })

  return (text, corrected) => {
    const [one, ...others] = corrected
    if (one === undefined) return null
    const put = (into: string, typed: string, meant: string): string => into.replace(typed, () => meant)
    const likeliest = ({ meant }: Corrected[number]): string => meant[0] ?? ''
    const rest = others.reduce((so, other) => put(so, other.typed, likeliest(other)), text.normalize('NFC'))
    const unmatched = corrected.filter(({ isBegun }) => !isBegun)
    // A word that is left out has no meaning.
    const meanings = one.meant.length > 0 ? one.meant : ['']
    const readings = meanings.map((meant) => put(rest, one.typed, meant).replace(/\s+/g, ' ').trim())
    return {
      first: readings[0] ?? text,
      shown: formats.value.either(readings.map(quoted)),
      typed: unmatched.length === 0 ? null : formats.value.either(unmatched.map(({ typed }) => quoted(typed))),
    }
  }
}

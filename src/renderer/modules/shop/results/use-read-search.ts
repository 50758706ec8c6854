import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { CountryView } from '../../../../shared/catalog/country-view.ts'
import { request } from '../../../app/requests/client.ts'
import { useReadText, type ReadText } from './use-read-text.ts'
import { means, mistypedCountry, type MistypedCountry } from '../mistyped-country.ts'

type Country = CountryView & { readonly shown: string }

/** The search, with the country understood that it misspells. */
export interface ReadSearch extends ReadText {
  /** The country, with the text as the person wrote it in `text` of the search field; null if none is misspelled. */
  readonly mistyped: MistypedCountry<Country> | null
}

interface Asked {
  readonly text: () => string
  /** Where a national phone number is from. */
  readonly near: () => string | null
  readonly countries: () => readonly Country[]
  /** Whether the text is to be searched for as it is typed. */
  readonly isLiteral: () => boolean
}

/** Returns whether the catalog does not have the word, and only that country comes as close to it. */
async function isMeant(mistyped: MistypedCountry<Country>): Promise<boolean> {
  return means(mistyped, await request('catalog.meanings', { word: mistyped.typed.slice(0, 60) }).catch(() => []))
}

/** Reads the search field: its phone number, and a country named with a typing error. Null until the first answer. */
export function useReadSearch({ text, near, countries, isLiteral }: Asked): Readonly<ShallowRef<ReadSearch | null>> {
  const read = useReadText(text, near)
  const search = shallowRef<ReadSearch | null>(null)
  let last = 0

  watch(
    [read, countries, isLiteral],
    ([now, among, literal]) => {
      const turn = ++last
      if (now === null) return
      const found = literal || now.phone ? null : mistypedCountry(now.text, among)
      const keep = (mistyped: ReadSearch['mistyped']): void => {
        if (turn === last) search.value = { ...now, text: mistyped?.text ?? now.text, mistyped }
      }
      if (found === null) keep(null)
      else void isMeant(found).then((meant) => keep(meant ? found : null))
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => (last = -1))
  return search
}

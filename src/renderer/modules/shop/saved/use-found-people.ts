import { computed } from 'vue'
import { fold } from '../../../../shared/search/fold.ts'
import { useShopStore } from '../shop-store.ts'
import type { FirstHit } from '../results/use-first-hit.ts'
import type { Question } from '../results/use-question.ts'
import { findPeople, peopleWith, personNamed } from './find-people.ts'
import { personRoute } from './person-route.ts'
import { useUsualAmounts } from './use-usual-amounts.ts'

/** As many as fit into a row. */
const MOST = 4

/** Finds the people whom the search means; without a search those who were bought for last. Names are compared here, and sent nowhere. */
export function useFoundPeople({ text, phone }: Pick<Question, 'text' | 'phone'>) {
  const store = useShopStore()
  /** The words of the search that may be a name: all of them, or those beside an amount or a kind of product. */
  const naming = computed(() =>
    store.beside && findPeople(store.people, text.value).length === 0 ? store.beside : text.value,
  )
  const people = computed(() => {
    if (phone.value) return []
    if (text.value) return findPeople(store.people, naming.value)
    return store.people.filter(({ usual }) => usual !== null).slice(0, MOST)
  })
  /** The amount beside the names; one that is part of a name is none. */
  const amount = computed(() =>
    people.value.length > 0 && text.value && peopleWith(store.people, text.value).length === 0 ? store.amount : null,
  )
  const { offered, isRead } = useUsualAmounts(
    () => people.value,
    () => amount.value,
  )
  /** The people named in the results, for a screen reader. */
  const names = computed(() => (text.value ? people.value.map(({ person }) => person.name) : []))
  /** Whether a typed word is in the name of somebody found. */
  const isName = (word: string): boolean => names.value.some((name) => ` ${fold(name)}`.includes(` ${fold(word)}`))

  /** Returns where Enter leads for a search that means one person; null if it means nobody, and undefined while it is not known. */
  function firstHit(): FirstHit | undefined {
    if (!text.value || phone.value) return null
    const named = personNamed(people.value, naming.value, store.brands.items.get(0))
    // A gift card for somebody is not the top-up that is usually bought for them.
    const type = named?.usual?.productType ?? 'topup'
    if (named === null || (store.typesNamed.length > 0 && !store.typesNamed.includes(type))) return null
    const [first] = offered.value.filter(({ person }) => person.id === named.person.id)
    const to = first && personRoute(first, amount.value)
    if (!to) return null
    if (!isRead.value) return undefined
    return first.isExact ? to : 'people'
  }
  return { people, names, offered, amount, isName, firstHit }
}

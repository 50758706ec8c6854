import { shallowRef, type ShallowRef } from 'vue'
import type { PersonView } from '../../../shared/people/views.ts'
import { request } from '../requests/client.ts'
import { useAppStore } from '../stores/app-store.ts'

/** Reads the people once; null until then. A clerk must not see them, and a list that cannot be read stays null. */
export function usePeople(): ShallowRef<readonly PersonView[] | null> {
  const people = shallowRef<readonly PersonView[] | null>(null)
  if (useAppStore().role === 'manager')
    void request('people.list').then(
      (list) => (people.value = list),
      () => undefined,
    )
  return people
}

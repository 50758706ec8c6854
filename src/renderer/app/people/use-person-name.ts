import { shallowRef, watch, type ShallowRef } from 'vue'
import { request } from '../client.ts'
import { useAppStore } from '../stores/app-store.ts'

/** Whom a delivery goes to, and where its product works (ISO alpha-2). */
interface Delivery {
  readonly to: string | null
  readonly country: string
}

/**
 * Reads the name under which a recipient is saved. It is null until main answers, for a recipient whom nobody saved, and for a clerk, who
 * must not see it. `read` repeats it once people have changed.
 */
export function usePersonName(delivery: () => Delivery | null): {
  name: Readonly<ShallowRef<string | null>>
  read: () => Promise<void>
} {
  const app = useAppStore()
  const name = shallowRef<string | null>(null)
  let turn = 0
  async function read(): Promise<void> {
    const now = ++turn
    const { to, country } = delivery() ?? {}
    const isAsked = to && country !== undefined && app.role === 'manager'
    const found = isAsked ? await request('people.owner', { to, country }).catch(() => null) : null
    if (now === turn) name.value = found
  }
  watch(
    [() => delivery()?.to, () => delivery()?.country, () => app.role],
    () => {
      name.value = null
      void read()
    },
    { immediate: true },
  )
  return { name, read }
}

/** Writes a recipient with the name of the person, if it is known. */
export const withName = (name: string | null, to: string): string => (name === null ? to : `${name} · ${to}`)

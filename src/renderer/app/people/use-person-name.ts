import { shallowRef, watch, type ShallowRef } from 'vue'
import { request } from '../requests/client.ts'
import { useAppStore } from '../stores/app-store.ts'

/** Whom a delivery goes to, where its product works (ISO alpha-2), and its type. */
interface Delivery {
  readonly to: string | null
  readonly country: string
  readonly productType: string
}

/**
 * Reads the name under which a recipient is saved. It is null until main answers, for a recipient whom nobody saved, and for a clerk, who
 * must not see it; `isRead` says that main answered. `read` repeats it once people have changed.
 */
export function usePersonName(delivery: () => Delivery | null): {
  name: Readonly<ShallowRef<string | null>>
  isRead: Readonly<ShallowRef<boolean>>
  read: () => Promise<void>
} {
  const app = useAppStore()
  const name = shallowRef<string | null>(null)
  const isRead = shallowRef(false)
  let turn = 0
  async function read(): Promise<void> {
    const now = ++turn
    const asked = delivery()
    const to = app.role === 'manager' && asked?.to
    const found = to ? await ownerOf({ ...asked, to }).catch(() => null) : null
    if (now !== turn) return
    name.value = found
    isRead.value = true
  }
  watch(
    [() => delivery()?.to, () => delivery()?.country, () => delivery()?.productType, () => app.role],
    () => {
      name.value = null
      isRead.value = false
      void read()
    },
    { immediate: true },
  )
  return { name, isRead, read }
}

const ownerOf = ({ to, country, productType }: Delivery & { readonly to: string }): Promise<string | null> =>
  request('people.owner', { to, country, productType })

/** Writes a recipient with the name of the person, if it is known. No line begins with the dot between them. */
export const withName = (name: string | null, to: string): string => (name === null ? to : `${name}\u00a0· ${to}`)

import { shallowRef } from 'vue'
import type { KeptCodeView } from '../../../shared/codes/views.ts'
import { request } from '../requests/client.ts'
import { useTask } from '../requests/use-task.ts'

/** The kept codes of a purchase, or all for null; `codes` is null until they are read. */
export function useCodes(purchaseId: string | null) {
  const codes = shallowRef<readonly KeptCodeView[] | null>(null)
  const loading = useTask(() => request('codes.list', { purchaseId }))

  async function load(): Promise<void> {
    codes.value = (await loading.run()) ?? codes.value
  }
  void load()
  return { codes, loading, load }
}

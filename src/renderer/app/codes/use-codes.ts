import { shallowRef } from 'vue'
import type { KeptCodeView } from '../../../shared/codes/views.ts'
import { request } from '../client.ts'
import { useErrorMessages } from '../messages/use-error-messages.ts'
import { useTask } from '../use-task.ts'

/** The kept codes of a purchase, or all for null, and what can be done with each; `codes` is null until they are read. */
export function useCodes(purchaseId: string | null) {
  const messages = useErrorMessages()
  const codes = shallowRef<readonly KeptCodeView[] | null>(null)
  const loading = useTask(() => request('codes.list', { purchaseId }))
  const marking = useTask((code: KeptCodeView) => {
    const { id, isUsed, rest, expiresOn, note } = code
    return request('codes.mark', { id, isUsed: !isUsed, rest, expiresOn, note })
  })

  async function load(): Promise<void> {
    codes.value = (await loading.run()) ?? codes.value
  }
  /** Marks a code as used, or as not used. */
  async function use(code: KeptCodeView): Promise<void> {
    await marking.run(code)
    if (marking.error.value) messages.notify(marking.error.value)
    await load()
  }
  void load()
  return { codes, loading, load, use }
}

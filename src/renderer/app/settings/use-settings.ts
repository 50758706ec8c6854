import type { RequestInput } from '../../../shared/contract.ts'
import { useAppStore } from '../stores/app-store.ts'
import { request } from '../requests/client.ts'
import { useErrorMessages } from '../messages/use-error-messages.ts'
import { useTask } from '../requests/use-task.ts'

/** Changes settings at once; reverts one that cannot be saved, with a message. */
export function useSettings() {
  const store = useAppStore()
  const messages = useErrorMessages()
  const saving = useTask((settings: RequestInput<'settings.set'>) => request('settings.set', settings))

  async function change(settings: RequestInput<'settings.set'>): Promise<void> {
    const app = await saving.run(settings)
    if (app) store.app = app
    else if (saving.error.value) messages.notify(saving.error.value)
  }
  return { change, saving: saving.running }
}

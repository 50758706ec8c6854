import { ref } from 'vue'
import { request } from '../../../app/requests/client.ts'
import { usePageLanguage } from '../../../app/exports/use-table-form.ts'
import { useTask } from '../../../app/requests/use-task.ts'

/** Saves the proof of a purchase to a file, and says where. */
export function useProof() {
  const savedAs = ref<string | null>(null)
  const language = usePageLanguage()
  const saving = useTask((id: string) => request('purchases.saveProof', { id, language: language.value }))

  async function save(id: string): Promise<void> {
    savedAs.value = null
    const saved = await saving.run(id)
    if (saved) savedAs.value = saved.path
  }
  return { save, saving, savedAs }
}

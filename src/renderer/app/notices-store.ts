import { defineStore } from 'pinia'
import { ref } from 'vue'

export interface Notice {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  /** What it offers to copy; such a notice stands until it is dismissed. */
  readonly copy: string | null
}

/** Short messages that stand at the screen's edge until dismissed or until they have been seen long enough. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = ref<Notice[]>([])
  let last = 0

  function add(tone: Notice['tone'], text: string, copy: string | null = null): number {
    last += 1
    notices.value = [...notices.value.filter((notice) => notice.text !== text), { id: last, tone, text, copy }].slice(
      -3,
    )
    return last
  }
  function remove(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }
  return { notices, add, remove }
})

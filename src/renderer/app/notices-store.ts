import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { AppError } from '../../shared/errors.ts'

/** What a message says, kept as what it means and not as words, so that it follows the language. */
export type Said =
  | { readonly key: string; readonly values?: Readonly<Record<string, string>> }
  /** An error as it stood at `at`, in epoch milliseconds. */
  | { readonly error: Pick<AppError, 'code' | 'details'>; readonly at: number }

export interface Notice {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'plain'
  readonly said: Said
  /** What can be done about it from here; done once, and the message is gone. */
  readonly action: NoticeAction | null
}

export interface NoticeAction {
  readonly key: string
  readonly run: () => void
}

/** What a message offers to copy; such a one stands until it is dismissed. */
export function copyOf(said: Said): string | null {
  const address = 'error' in said ? said.error.details?.['address'] : undefined
  return typeof address === 'string' ? address : null
}

function isSame(one: Said, other: Said): boolean {
  if ('key' in one)
    return 'key' in other && one.key === other.key && JSON.stringify(one.values) === JSON.stringify(other.values)
  return 'error' in other && JSON.stringify(one.error) === JSON.stringify(other.error)
}

/** Short messages that stand at the screen's edge until dismissed or until they have been seen long enough. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = ref<Notice[]>([])
  let last = 0

  function put(tone: Notice['tone'], said: Said, action: NoticeAction | null = null): number {
    last += 1
    notices.value = [
      ...notices.value.filter((notice) => !isSame(notice.said, said)),
      { id: last, tone, said, action },
    ].slice(-3)
    return last
  }
  /** Puts the words of `key` up. */
  function add(
    tone: Notice['tone'],
    key: string,
    { values, action }: { values?: Record<string, string>; action?: NoticeAction } = {},
  ): number {
    return put(tone, values ? { key, values } : { key }, action)
  }
  /** Puts up what is said of an error. */
  function addError({ code, details }: AppError): number {
    return put('bad', { error: { code, details }, at: Date.now() })
  }
  function remove(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }
  return { notices, add, addError, remove }
})

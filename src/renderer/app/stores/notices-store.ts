import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { AppError } from '../../../shared/errors.ts'

/** A message's meaning rather than its text, so that it follows the language. */
export type NoticeMessage =
  | { readonly key: string; readonly values?: Readonly<Record<string, string>> }
  /** An error as of `at`, in epoch milliseconds. */
  | { readonly error: Pick<AppError, 'code' | 'details'>; readonly at: number }

export interface Notice {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'plain'
  readonly message: NoticeMessage
  /** The action it offers; performing it dismisses the message. */
  readonly action: NoticeAction | null
}

export interface NoticeAction {
  readonly key: string
  readonly run: () => void
}

/** Returns the text that a message offers to copy; such a message stays until dismissed. */
export function copyOf(message: NoticeMessage): string | null {
  const address = 'error' in message ? message.error.details?.['address'] : undefined
  return typeof address === 'string' ? address : null
}

function isSame(one: NoticeMessage, other: NoticeMessage): boolean {
  if ('key' in one)
    return 'key' in other && one.key === other.key && JSON.stringify(one.values) === JSON.stringify(other.values)
  return 'error' in other && JSON.stringify(one.error) === JSON.stringify(other.error)
}

/** Short messages at the screen's edge, shown until dismissed or seen long enough. */
export const useNoticesStore = defineStore('notices', () => {
  const notices = ref<Notice[]>([])
  let last = 0

  function put(tone: Notice['tone'], message: NoticeMessage, action: NoticeAction | null = null): number {
    last += 1
    notices.value = [
      ...notices.value.filter((notice) => !isSame(notice.message, message)),
      { id: last, tone, message, action },
    ].slice(-3)
    return last
  }
  /** Shows the message of `key`. */
  function add(
    tone: Notice['tone'],
    key: string,
    { values, action }: { values?: Record<string, string>; action?: NoticeAction } = {},
  ): number {
    return put(tone, values ? { key, values } : { key }, action)
  }
  /** Shows the message of an error. */
  function addError({ code, details }: AppError): number {
    return put('bad', { error: { code, details }, at: Date.now() })
  }
  function remove(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id)
  }
  return { notices, add, addError, remove }
})

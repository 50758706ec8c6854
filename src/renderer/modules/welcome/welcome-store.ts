import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** The new wallet's setup; it survives a step back, so that words that were written down stay valid. */
export const useWelcomeStore = defineStore('welcome', () => {
  const part = ref<'password' | 'words' | 'check'>('password')
  /** The word count of a new wallet. */
  const count = ref<'12' | '24'>('12')
  /** The new words, and which of them to check; main forgets them after a while. */
  const draft = shallowRef<{ readonly words: readonly string[]; readonly ask: readonly number[] } | null>(null)
  /** Whether the service was asked for; one configured at the start is not a step. */
  const asksService = ref(true)
  return { part, count, draft, asksService }
})

import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** The making of a new wallet: kept while a person goes back a step, so that words once written down stay the words. */
export const useWelcomeStore = defineStore('welcome', () => {
  const part = ref<'password' | 'words' | 'check'>('password')
  /** How many words a new wallet has. */
  const count = ref<'12' | '24'>('12')
  /** The words drawn, and which of them are asked for; main forgets them after a while. */
  const draft = shallowRef<{ readonly words: readonly string[]; readonly ask: readonly number[] } | null>(null)
  /** Whether the service was asked for: one given at the start is no step of the way. */
  const asksService = ref(true)
  return { part, count, draft, asksService }
})

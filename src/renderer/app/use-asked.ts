import { computed, shallowRef, watch, type Ref } from 'vue'

/** What a dialog is about: `ask` null keeps it closed; `begin` makes its form anew each time something is asked. */
export function useAsked<Ask extends object>(ask: Ref<Ask | null>, first: Ask, begin: (wanted: Ask) => void) {
  /** Stays while the dialog closes, too. */
  const asked = shallowRef(first)
  const open = computed({
    get: () => ask.value !== null,
    set: (isOpen) => {
      if (!isOpen) ask.value = null
    },
  })
  watch(ask, (wanted) => {
    if (wanted === null) return
    asked.value = wanted
    begin(wanted)
  })
  return { asked, open }
}

import { computed, shallowRef, watch, type Ref } from 'vue'

/** Holds the subject of a dialog: `ask` null keeps it closed; `begin` creates its form whenever it opens. */
export function useAsked<Ask extends object>(ask: Ref<Ask | null>, first: Ask, begin: (wanted: Ask) => void) {
  /** Stays set while the dialog closes. */
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

import { computed, shallowRef, watch, type Ref } from 'vue'

/** Holds the subject of a dialog: null keeps it closed; `begin` creates its form whenever it opens. */
export function useDialogSubject<Subject>(
  wanted: Ref<Subject | null>,
  first: Subject,
  begin: (subject: Subject) => void = () => undefined,
) {
  /** Stays set while the dialog closes. */
  const subject = shallowRef(first)
  const open = computed({
    get: () => wanted.value !== null,
    set: (isOpen) => {
      if (!isOpen) wanted.value = null
    },
  })
  watch(wanted, (now) => {
    if (now === null) return
    subject.value = now
    begin(now)
  })
  return { subject, open }
}

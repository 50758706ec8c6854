import { nextTick, onBeforeUnmount, onMounted, type Ref } from 'vue'

/** Lets keys reach the counter's one field wherever the focus is: digits belong to the number or the cash, Enter presses the large button. */
export function useCounterKeys(root: Readonly<Ref<HTMLElement | null>>, press: () => void) {
  const field = (): HTMLInputElement | null =>
    root.value?.querySelector<HTMLInputElement>('input[inputmode="none"]') ?? null

  /** Focuses the field that the keys type into. */
  function focusField(): void {
    void nextTick(() => field()?.focus())
  }
  function type(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"]')) return
    const { target } = event
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && target.inputMode === 'none' && event.key === 'Enter') {
      event.preventDefault()
      press()
    } else if (!isField && /^[\d+.,]$/.test(event.key)) {
      field()?.focus()
    }
  }
  onMounted(() => window.addEventListener('keydown', type))
  onBeforeUnmount(() => window.removeEventListener('keydown', type))
  return { focusField }
}

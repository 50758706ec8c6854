import { shallowRef } from 'vue'
import { isPhone, loadPhoneGrouping } from './phone.ts'

/** Shows phone numbers in groups once the grouping is loaded, which the first number shown asks for, and as they are until then. */
export function usePhoneGrouping(): (reference: string) => string {
  const group = shallowRef<((reference: string) => string) | null>(null)
  let isAsked = false

  function ask(): void {
    isAsked = true
    loadPhoneGrouping().then(
      (loaded) => (group.value = loaded),
      // Without it numbers stand ungrouped, which is still right.
      () => undefined,
    )
  }

  return (reference) => {
    if (group.value) return group.value(reference)
    if (!isAsked && isPhone(reference)) ask()
    return reference
  }
}

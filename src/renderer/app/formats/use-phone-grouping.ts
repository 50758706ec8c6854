import { shallowRef } from 'vue'
import { isPhone, loadPhoneGrouping } from './phone.ts'

/** Groups phone numbers once the library is loaded, which the first number requests, and returns them unchanged until then. */
export function usePhoneGrouping(): (reference: string) => string {
  const group = shallowRef<((reference: string) => string) | null>(null)
  let isRequested = false

  function ask(): void {
    isRequested = true
    loadPhoneGrouping().then(
      (loaded) => (group.value = loaded),
      // Without it numbers are ungrouped, which is still right.
      () => undefined,
    )
  }

  return (reference) => {
    if (group.value) return group.value(reference)
    if (!isRequested && isPhone(reference)) ask()
    return reference
  }
}

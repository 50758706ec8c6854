import { shallowRef } from 'vue'
import { loadPhoneGrouping } from './phone.ts'

/** Shows phone numbers in groups as soon as the grouping is loaded, and as they are until then. */
export function usePhoneGrouping(): (reference: string) => string {
  const group = shallowRef((reference: string) => reference)
  loadPhoneGrouping().then(
    (loaded) => (group.value = loaded),
    // Without it numbers stand ungrouped, which is still right.
    () => undefined,
  )
  return (reference) => group.value(reference)
}

import { shallowRef } from 'vue'

type Group = (phone: string) => string

let loading: Promise<Group> | undefined

/** Returns whether `text` is an international phone number: + and digits. */
export function isPhone(text: string): boolean {
  return /^\+\d{5,}$/.test(text)
}

/** Loads the library that groups numbers, once; returns the function that groups an international number. */
export function loadPhoneGrouping(): Promise<Group> {
  loading ??= import('libphonenumber-js/min').then(
    ({ formatIncompletePhoneNumber }) =>
      (phone) =>
        isPhone(phone) ? formatIncompletePhoneNumber(phone) : phone,
  )
  return loading
}

/** Groups phone numbers once the library is loaded, which the first number requests, and returns them unchanged until then. */
export function usePhoneGrouping(): Group {
  const group = shallowRef<Group | null>(null)
  let isRequested = false

  function ask(): void {
    isRequested = true
    loadPhoneGrouping().then(
      (loaded) => (group.value = loaded),
      // Without it numbers are ungrouped, which is still right.
      () => undefined,
    )
  }

  return (phone) => {
    if (group.value) return group.value(phone)
    if (!isRequested && isPhone(phone)) ask()
    return phone
  }
}

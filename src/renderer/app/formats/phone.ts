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

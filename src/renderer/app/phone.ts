type Group = (phone: string) => string

let loading: Promise<Group> | undefined

/** Whether `text` is an international phone number: + and digits. */
export function isPhone(text: string): boolean {
  return /^\+\d{5,}$/.test(text)
}

/** Loads what knows how numbers are grouped, once; answers the function that groups an international number. */
export function loadPhoneGrouping(): Promise<Group> {
  loading ??= import('libphonenumber-js/min').then(
    ({ formatIncompletePhoneNumber }) =>
      (phone) =>
        isPhone(phone) ? formatIncompletePhoneNumber(phone) : phone,
  )
  return loading
}

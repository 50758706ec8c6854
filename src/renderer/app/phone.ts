type Group = (phone: string) => string

let loading: Promise<Group> | undefined

/** Loads what knows how numbers are grouped, once; answers the function that groups an international number. */
export function loadPhoneGrouping(): Promise<Group> {
  loading ??= import('libphonenumber-js/min').then(
    ({ formatIncompletePhoneNumber }) =>
      (phone) =>
        /^\+\d{5,}$/.test(phone) ? formatIncompletePhoneNumber(phone) : phone,
  )
  return loading
}

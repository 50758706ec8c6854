const known: Readonly<Record<string, string>> = {
  email: 'email',
  emailaddress: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  msisdn: 'phone',
  name: 'name',
  fullname: 'name',
  firstname: 'firstName',
  lastname: 'lastName',
  date: 'date',
  birthdate: 'birthDate',
  dateofbirth: 'birthDate',
  address: 'address',
  street: 'address',
  city: 'city',
  postalcode: 'postalCode',
  zip: 'postalCode',
  country: 'country',
  accountnumber: 'account',
  account: 'account',
  customerid: 'account',
  message: 'message',
  note: 'message',
}
const owners = ['recipient', 'sender', 'delivery']

export interface FieldLabel {
  /** Its owner: a known first part of the name. */
  readonly owner: string | null
  /** A known label for the field; null if `rest` is the label. */
  readonly word: string | null
  /** The name without its owner, as the service wrote it. */
  readonly rest: string
}

/** Parses a field's name: "recipient.email" is the e-mail of the recipient; unknown names are kept as they are. */
export function labelOf(name: string): FieldLabel {
  const parts = name.split(/[.\s]+/).filter((part) => part !== '')
  const [first = '', ...others] = parts
  const owner = others.length > 0 && owners.includes(first.toLowerCase()) ? first.toLowerCase() : null
  const rest = owner ? others.join(' ') : parts.join(' ')
  return { owner, word: known[rest.replace(/[_\-\s]/g, '').toLowerCase()] ?? null, rest }
}

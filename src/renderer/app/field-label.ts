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
  /** Whose it is: a known first part of the name. */
  readonly owner: string | null
  /** A known word for the field; null where `rest` must stand for itself. */
  readonly word: string | null
  /** The name without its owner, as the service wrote it. */
  readonly rest: string
}

/** What a field's name says: "recipient.email" is the e-mail of the recipient; unknown names are kept to be read as they are. */
export function labelOf(name: string): FieldLabel {
  const parts = name.split(/[.\s]+/).filter((part) => part !== '')
  const [first = '', ...others] = parts
  const owner = others.length > 0 && owners.includes(first.toLowerCase()) ? first.toLowerCase() : null
  const rest = owner ? others.join(' ') : parts.join(' ')
  return { owner, word: known[rest.replace(/[_\-\s]/g, '').toLowerCase()] ?? null, rest }
}

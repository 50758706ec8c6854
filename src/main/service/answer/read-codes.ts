/** A code that a service's answer contains, as received; `pin` is null if it has none. */
export interface AnsweredCode {
  readonly text: string
  readonly pin: string | null
}

// Names of fields are in lower case without separators, as they are compared.
const codeFields = ['activationcode', 'voucher', 'code']
const LINK_FIELD = 'receipturi'
const PIN_FIELD = 'pin'
const lists = ['vouchers', 'codes']
/** The fields in which services put what was delivered. */
const containers = ['product', 'deliverable', 'deliverables', 'details', 'delivery', 'data']
const secretFields = [...codeFields, LINK_FIELD, PIN_FIELD, ...lists]
/** Fields that hold something else: a code that says the same is none. */
const otherFields = [
  'status',
  'sku',
  'productsku',
  'transactionid',
  'id',
  'recordid',
  'integrator',
  'name',
  'givenreference',
  'countryisoalpha2',
  'fiatcurrency',
  'producttype',
  'productsubtype',
  'tokenused',
  'userwalletaddress',
]

/** No code is shorter: a number this short is a status or a count. */
const SHORTEST_CODE = 4
const SHORTEST_NUMBER = 6
const SHORTEST_PIN = 3
const LONGEST_CODE = 500
const LONGEST_PIN = 200
const MOST_CODES = 10
const DEEPEST = 5
/** No answer about one purchase has more objects. */
const MOST_OBJECTS = 200
const placeholder =
  /^(?:not[_ ]set|null|none|undefined|unknown|n\/a|[*•x.\-\s]+|success|successful|failed|error|pending|processing|created|approved|issued|sent|active|available|complete[d]?|delivered|fulfilled|accepted|redeemed)$/i

interface Found {
  /** Null for a PIN alone. */
  readonly text: string | null
  readonly pin: string | null
}

/**
 * Returns the codes in a service's record of a delivered purchase, whatever their shape; what cannot be a code is ignored. Never throws.
 * A PIN without a code beside it belongs to the first code without one, or is itself the code.
 */
export function readCodes(answer: unknown): AnsweredCode[] {
  const known = new Set(knownIn(answer))
  const found = collect(answer, { isCode: false, depth: 0, budget: { objects: MOST_OBJECTS } })
  const pins = new Map<string, string | null>()
  for (const { text, pin } of found) if (text !== null && !known.has(plain(text))) pins.set(text, pins.get(text) ?? pin)
  for (const { text, pin } of found) {
    if (text !== null || pin === null || [...pins.values()].includes(pin)) continue
    const [bare] = [...pins].find(([, its]) => its === null) ?? []
    if (bare === undefined) pins.set(pin, null)
    else pins.set(bare, pin)
  }
  return [...pins].slice(0, MOST_CODES).map(([text, pin]) => ({ text, pin }))
}

/** The texts of a record that are known to be something else than a code. */
function knownIn(answer: unknown): string[] {
  return [answer, valueOf(answer, 'product')].flatMap((part) =>
    otherFields.map((name) => valueOf(part, name)).flatMap((value) => plain(textOf(value, 1)) || []),
  )
}

interface Place {
  /** Whether the field that holds it is one of codes: then a text in its list is a code. */
  readonly isCode: boolean
  readonly depth: number
  readonly budget: { objects: number }
}

function collect(value: unknown, place: Place): Found[] {
  const { depth, budget } = place
  if (typeof value !== 'object' || value === null || depth > DEEPEST || budget.objects <= 0) return []
  const inside = { ...place, depth: depth + 1 }
  budget.objects -= 1
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice(0, MOST_OBJECTS)
    return items.flatMap((item) => [
      ...collect(item, inside),
      ...(place.isCode
        ? toFound(
            [codeOf(item)].filter((text) => text !== null),
            null,
          )
        : []),
    ])
  }
  const texts = [...codeFields.map((name) => codeOf(valueOf(value, name))), linkOf(valueOf(value, LINK_FIELD))]
  const nested = [...codeFields, ...lists, ...containers].flatMap((name) =>
    collect(valueOf(value, name), { ...inside, isCode: !containers.includes(name) }),
  )
  const own = texts.filter((text) => text !== null)
  return [...toFound(own, pinOf(valueOf(value, PIN_FIELD))), ...nested]
}

/** A PIN belongs to the first code beside it. */
function toFound(texts: readonly string[], pin: string | null): Found[] {
  if (texts.length === 0) return pin === null ? [] : [{ text: null, pin }]
  return texts.map((text, at) => ({ text, pin: at === 0 ? pin : null }))
}

/** Returns the value of a field by its plain name. */
function valueOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).find(([key]) => plain(key) === name)?.[1]
}

function codeOf(value: unknown): string | null {
  const text = textOf(value, SHORTEST_NUMBER)
  if (text.length < SHORTEST_CODE || text.length > LONGEST_CODE || placeholder.test(text)) return null
  // Several words without a digit are a sentence or the name of a state.
  return /[\s_]/.test(text) && !/\d/.test(text) ? null : text
}

function pinOf(value: unknown): string | null {
  const text = textOf(value, SHORTEST_PIN)
  return text.length < SHORTEST_PIN || text.length > LONGEST_PIN || placeholder.test(text) ? null : text
}

/** Only an https address leads to a receipt. */
function linkOf(value: unknown): string | null {
  const text = codeOf(value)
  if (text === null || !URL.canParse(text)) return null
  const { protocol, username } = new URL(text)
  return protocol === 'https:' && username === '' ? text : null
}

/** Returns a text, or the digits of a whole number that has at least so many; anything else is ''. */
function textOf(value: unknown, fewest: number): string {
  if (typeof value === 'string') return value.trim()
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value > 0
  return isWhole && String(value).length >= fewest ? String(value) : ''
}

const COVER = '•••'

/** Returns the text of an answer with every code in it covered, so that it may be stored as evidence. */
export function coverCodes(text: string): string {
  const isSecret = (name: string): boolean => secretFields.includes(plain(name))
  let isCovered = false
  try {
    const parsed: unknown = JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
      if (isSecret(key) && value !== null && value !== '') {
        isCovered = true
        return COVER
      }
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
    })
    return isCovered ? JSON.stringify(parsed) : text
  } catch {
    // An answer that was cut off may still contain a code.
    return text.replace(/("[\w-]+"\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g, (whole, name: string) =>
      isSecret(name) ? `${name}"${COVER}"` : whole,
    )
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

import type { RequestOutput } from '../../../shared/contract.ts'
import { isEmail } from '../../../shared/is-email.ts'
import { tidy } from '../../../shared/tidy.ts'
import type { FieldSpec, Variant } from '../../service/operations/read-variant.ts'
import { countriesOf } from '../shelf.ts'
import { checkPhone } from './check-phone.ts'
import { fieldKind } from './field-kind.ts'
import type { RegexMatcher } from './regex-matcher.ts'
import { suggestEmail } from './suggest-email.ts'

type Matcher = Pick<RegexMatcher, 'test'>

/** The time for all regexes of one check; those that are left then forbid nothing. */
const CHECK_MS = 10_000

type DeliveryProblem = RequestOutput<'checkout.check'>['problems'][number]
type DeliveryDoubt = RequestOutput<'checkout.check'>['doubts'][number]

/** The part of a variant that its delivery depends on; regexes never leave the main process. */
export type VariantRules = Pick<
  Variant,
  'sku' | 'country' | 'supportedCountries' | 'productType' | 'referenceType' | 'requiredFields'
>

export interface DeliveryInput {
  readonly reference: string
  /** Values by field name. */
  readonly fields: Readonly<Record<string, string>>
}

export interface DeliveryCheck {
  /** The value to send; '' for a product without a reference, null while it is not valid. */
  readonly reference: string | null
  /** The valid required fields in the product's order, with the values to send. */
  readonly fields: readonly { readonly key: string; readonly value: string }[]
  readonly problems: DeliveryProblem[]
  /** Valid values that the user must confirm. */
  readonly doubts: DeliveryDoubt[]
}

/** Checks the user's input for a product against the service's rules, and formats phone numbers as those rules require. */
export async function checkDelivery(
  rules: VariantRules,
  input: DeliveryInput,
  matcher: Matcher,
): Promise<DeliveryCheck> {
  const problems: DeliveryProblem[] = []
  const doubts: DeliveryDoubt[] = []
  const limited = limitTime(matcher)
  const check = async (spec: FieldSpec, typed: string, field: string | null): Promise<string | null> => {
    const result = await checkValue(spec, typed, field === null ? rules : null, rules.country, limited)
    if ('problem' in result) {
      problems.push({ field, ...result })
      return null
    }
    if (result.doubt) doubts.push({ field, ...result.doubt })
    return result.value
  }
  const reference = rules.referenceType === null ? '' : await check(rules.referenceType, input.reference, null)
  const fields: { key: string; value: string }[] = []
  for (const spec of rules.requiredFields) {
    const typed = Object.hasOwn(input.fields, spec.name) ? (input.fields[spec.name] ?? '') : ''
    const value = await check(spec, typed, spec.name)
    if (value !== null) fields.push({ key: spec.name, value })
  }
  return { reference, fields, problems, doubts }
}

function limitTime(matcher: Matcher): Matcher {
  const until = performance.now() + CHECK_MS
  return { test: async (regex, text) => (performance.now() < until ? matcher.test(regex, text) : null) }
}

type Problem = Omit<DeliveryProblem, 'field'>
const problem = (name: Problem['problem'], country: string | null = null): Problem => ({ problem: name, country })

/** A doubt that the value alone gives rise to. */
type ValueDoubt =
  | Omit<Extract<DeliveryDoubt, { reason: 'unassigned' }>, 'field'>
  | Omit<Extract<DeliveryDoubt, { reason: 'mistyped-email' }>, 'field'>

interface Accepted {
  /** The value to send. */
  readonly value: string
  /** Why it is probably wrong; null if it is not. */
  readonly doubt: ValueDoubt | null
}
const accepted = (value: string, doubt: Accepted['doubt'] = null): Accepted => ({ value, doubt })

/** Returns the value to send, or its problem; `target` is the product if the value is its reference. */
async function checkValue(
  spec: FieldSpec,
  typed: string,
  target: VariantRules | null,
  country: string,
  matcher: Matcher,
): Promise<Accepted | Problem> {
  const text = tidy(typed)
  if (text === '') return problem('missing')
  const kind = fieldKind(spec)
  if (kind === 'phone') return checkPhoneValue(spec, text, target, country, matcher)
  if (kind === 'email' && !isEmail(text)) return problem('not-an-email')
  if ((await matcher.test(spec.regex, text)) === false) return problem('pattern')
  const suggestion = kind === 'email' ? suggestEmail(text) : null
  return accepted(text, suggestion === null ? null : { reason: 'mistyped-email', suggestion })
}

async function checkPhoneValue(
  spec: FieldSpec,
  text: string,
  target: VariantRules | null,
  country: string,
  matcher: Matcher,
): Promise<Accepted | Problem> {
  // A top-up works only for phones of its own countries; a plan or a code may go to any phone.
  const soldIn = target?.productType === 'topup' ? countriesOf(target) : []
  const phone = checkPhone(text, country, soldIn)
  if (!phone.ok) return problem(phone.problem, phone.country)
  const doubt = phone.isDoubted ? ({ reason: 'unassigned', country: country || null } as const) : null
  let judged = false
  for (const form of phone.forms) {
    const matches = await matcher.test(spec.regex, form)
    if (matches === true) return accepted(form, doubt)
    judged ||= matches === false
  }
  if (judged) return problem('pattern')
  // Without a rule of the service, only a number known to exist is good enough to pay for.
  return phone.known ? accepted(phone.forms[0] ?? text, doubt) : problem('not-a-phone')
}

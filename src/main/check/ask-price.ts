import type { Profile } from '../../shared/services/profile.ts'
import type { Choice } from '../purchases/quote/offer.ts'
import type { Answer } from '../service/answer/answer.ts'
import { createQuote, type Quote } from '../service/operations/create-quote.ts'
import { readErrorBody } from '../service/answer/error-body.ts'
import type { Inquiry } from './inquiry.ts'
import type { Trouble } from './to-trouble.ts'

type Form = Pick<Profile, 'quoteDialect' | 'digitalAsset'>

/** A quote, and the form in which the service gave it. */
export interface Priced {
  readonly quote: Quote
  readonly form: Form
  /** The priced choice: the first, or the other one if the service had no price for that. */
  readonly choice: Choice
  /** Why the first choice has no price, if the other one has. */
  readonly unpriced: Trouble | null
  /** Whether the service priced it only without a wallet address. */
  readonly isUnfunded: boolean
}

/** One request: the choice, the form, and whether it names a wallet. */
interface Try extends Form {
  readonly choice: Choice
  readonly withWallet: boolean
}

const MAX_TRIES = 4

/**
 * Requests one quote in the current form. Tries the second choice or another form if the answer suggests that one of them is the problem.
 * Returns the quote, or the trouble of the first try.
 */
export async function askPrice(
  inquiry: Inquiry,
  profile: Profile,
  [choice, other]: readonly [Choice, ...Choice[]],
  wallet: string,
): Promise<Priced | Trouble> {
  const tried: Try[] = []
  // Only the current form can be paid, so it is tried first whatever the profile says.
  let next: Try | null = { choice, quoteDialect: 'v1', digitalAsset: profile.digitalAsset, withWallet: true }
  let first: Trouble | null = null
  while (next !== null && tried.length < MAX_TRIES) {
    const now: Try = next
    tried.push(now)
    const { product, token, network } = now.choice
    const outcome = await inquiry.attempt((exchange) =>
      createQuote(
        exchange,
        { ...now, integrator: profile.integrator },
        {
          fiatCurrency: product.fiatCurrency,
          token,
          sku: product.sku,
          chainId: network.chainId,
          ...(now.withWallet ? { sender: wallet } : {}),
        },
      ),
    )
    if ('value' in outcome) {
      const unpriced = now.choice === choice || now.quoteDialect === 'alternate' ? null : first
      return { quote: outcome.value, form: formOf(now), choice: now.choice, unpriced, isUnfunded: !now.withWallet }
    }
    first ??= outcome.trouble
    const fresh = freshOf(tried, now, other)
    next = nextTry(fresh, now, outcome.trouble, inquiry.lastAnswer())
  }
  return first ?? { message: 'trouble.internal', values: {} }
}

function formOf({ quoteDialect, digitalAsset }: Try): Form {
  return { quoteDialect, digitalAsset }
}

/** The part of a request to change for the next try. */
type Change = 'coin' | 'dialect' | 'product' | 'wallet'

/** Returns a function that picks the first of some changes that was not tried yet, or null. */
function freshOf(tried: readonly Try[], now: Try, other: Choice | undefined): (...changes: Change[]) => Try | null {
  const changed: Readonly<Record<Change, Try | null>> = {
    coin: { ...now, digitalAsset: now.digitalAsset === 'symbol' ? 'address' : 'symbol' },
    dialect: { ...now, quoteDialect: now.quoteDialect === 'v1' ? 'alternate' : 'v1' },
    // In the form of the first request: the later changes did not help.
    product: other === undefined ? null : { ...(tried[0] ?? now), withWallet: now.withWallet, choice: other },
    wallet: { ...now, withWallet: false },
  }
  const isTried = (one: Try): boolean => tried.some((old) => keyOf(old) === keyOf(one))
  return (...changes) => changes.map((change) => changed[change]).find((one) => one !== null && !isTried(one)) ?? null
}

/** Returns the next try that may avoid this trouble, or null. */
function nextTry(
  fresh: (...changes: Change[]) => Try | null,
  now: Try,
  { message }: Trouble,
  answer: Answer | null,
): Try | null {
  const complaint = complaintOf(answer)
  if (message === 'trouble.page') return fresh('dialect')
  // A 404 with a message may be about the product; without one the address does not exist.
  if (message === 'trouble.absent') return complaint === '' ? fresh('dialect', 'product') : fresh('product', 'dialect')
  if (message !== 'trouble.refused' && message !== 'trouble.refused-silently') return null
  if (now.withWallet && /sender|balance|funds/.test(complaint)) return fresh('wallet')
  return /asset|token|coin/.test(complaint) ? fresh('coin', 'product') : fresh('product', 'coin', 'dialect')
}

function keyOf({ choice, quoteDialect, digitalAsset, withWallet }: Try): string {
  // Only the current form names a wallet.
  return JSON.stringify([choice.product.sku, quoteDialect, digitalAsset, quoteDialect === 'v1' && withWallet])
}

/** Returns a refusal's code, message and field names in lower case. */
function complaintOf(answer: Answer | null): string {
  if (answer === null) return ''
  const { code, message, fields } = readErrorBody(answer)
  return [code ?? '', message, ...Object.keys(fields)].join(' ').trim().toLowerCase()
}

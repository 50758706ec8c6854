import type { Profile } from '../../shared/profile.ts'
import type { Choice } from '../purchases/offer.ts'
import type { Answer } from '../service/answer.ts'
import { createQuote, type Quote } from '../service/create-quote.ts'
import { readErrorBody } from '../service/error-body.ts'
import type { Inquiry } from './inquiry.ts'
import type { Trouble } from './trouble-of.ts'

type Form = Pick<Profile, 'quoteDialect' | 'digitalAsset'>

/** A quote, with the form in which the service gave it. */
export interface Priced {
  readonly quote: Quote
  readonly form: Form
  /** Whether it was only given once no wallet was named. */
  readonly isUnfunded: boolean
}

/** What to ask next: a form, and whether with the address of a wallet. */
interface Try extends Form {
  readonly withWallet: boolean
}

const MOST_TRIES = 4

/**
 * Asks for one quote in the profile's form, and in another where the answer says that the form is what is wrong; each form once. Returns
 * the quote, or the trouble of the first try.
 */
export async function askPrice(
  inquiry: Inquiry,
  profile: Profile,
  choice: Choice,
  wallet: string,
): Promise<Priced | Trouble> {
  const { product, token, network } = choice
  const { quoteDialect, digitalAsset } = profile
  const tried: Try[] = []
  let next: Try | null = { quoteDialect, digitalAsset, withWallet: true }
  let first: Trouble | null = null
  while (next !== null && tried.length < MOST_TRIES) {
    const now: Try = next
    tried.push(now)
    const asked = await inquiry.attempt((exchange) =>
      createQuote(
        exchange,
        { ...now, integrator: profile.integrator },
        {
          ...{ fiatCurrency: product.fiatCurrency, token, sku: product.sku, chainId: network.chainId },
          ...(now.withWallet ? { sender: wallet } : {}),
        },
      ),
    )
    if ('value' in asked) return { quote: asked.value, form: formOf(now), isUnfunded: !now.withWallet }
    first ??= asked.trouble
    next = nextTry(tried, now, asked.trouble, inquiry.lastAnswer())
  }
  return first ?? { said: 'trouble.internal', values: {} }
}

function formOf({ quoteDialect, digitalAsset }: Try): Form {
  return { quoteDialect, digitalAsset }
}

/** Another form that may be the right one after this trouble, or null. */
function nextTry(tried: readonly Try[], now: Try, { said }: Trouble, answer: Answer | null): Try | null {
  const otherCoin: Try = { ...now, digitalAsset: now.digitalAsset === 'symbol' ? 'address' : 'symbol' }
  const otherDialect: Try = { ...now, quoteDialect: now.quoteDialect === 'v1' ? 'alternate' : 'v1' }
  const isTried = (one: Try): boolean => tried.some((old) => JSON.stringify(keyOf(old)) === JSON.stringify(keyOf(one)))
  const fresh = (...ones: Try[]): Try | null => ones.find((one) => !isTried(one)) ?? null
  if (said === 'trouble.absent' || said === 'trouble.page') return fresh(otherDialect)
  if (said !== 'trouble.refused' && said !== 'trouble.refused-silently') return null
  const complaint = complaintOf(answer)
  if (now.withWallet && /sender|balance|funds/.test(complaint)) return fresh({ ...now, withWallet: false })
  return /asset|token|coin/.test(complaint) ? fresh(otherCoin) : fresh(otherCoin, otherDialect)
}

function keyOf({ quoteDialect, digitalAsset, withWallet }: Try): readonly unknown[] {
  // Only the current form names a wallet.
  return [quoteDialect, digitalAsset, quoteDialect === 'v1' && withWallet]
}

/** What a refusal says, in small letters: code, message and names of fields. */
function complaintOf(answer: Answer | null): string {
  if (answer === null) return ''
  const { code, message, fields } = readErrorBody(answer)
  return [code ?? '', message, ...Object.keys(fields)].join(' ').toLowerCase()
}

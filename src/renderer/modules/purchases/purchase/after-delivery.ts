import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { isSentAsCode, namedTypeOf } from '../../../../shared/catalog/product-kind.ts'

type AfterStep =
  | 'inbox'
  | 'inboxOfEsim'
  | 'message'
  | 'messageOrInbox'
  | 'spam'
  | 'redeem'
  | 'install'
  | 'start'
  | 'arrival'
  | 'support'
  | 'proof'

/** Returns the reference by which the service's support finds a purchase: the service's own, else the payment's hash. */
export function supportReference({ registration, steps }: Pick<PurchaseView, 'registration' | 'steps'>): string | null {
  const payment = steps.find(({ kind }) => kind === 'pay')
  return registration.transactionId ?? payment?.hash ?? null
}

/** Returns the e-mail address that a product asked for beside its reference; null for none. */
export function otherInbox({
  reference,
  requiredFields,
}: Pick<PurchaseView, 'reference' | 'requiredFields'>): string | null {
  return requiredFields.find(({ value }) => value !== reference && value.includes('@'))?.value ?? null
}

/** Returns what to do after a delivery, in order; an inbox is named only if the recipient is an e-mail address. */
export function stepsAfterDelivery(purchase: PurchaseView): AfterStep[] {
  const support = supportReference(purchase) === null ? 'proof' : 'support'
  if (!isSentAsCode(purchase)) return ['arrival', support]
  const isEsim = namedTypeOf(purchase) === 'esim'
  const isMailed = purchase.reference?.includes('@') ?? false
  const mailed: AfterStep[] = [isEsim ? 'inboxOfEsim' : 'inbox', 'spam']
  const messaged: AfterStep[] = otherInbox(purchase) === null ? ['message'] : ['messageOrInbox', 'spam']
  return [
    ...(purchase.reference === null ? [] : isMailed ? mailed : messaged),
    ...(isEsim ? (['install', 'start'] as const) : (['redeem'] as const)),
    support,
  ]
}

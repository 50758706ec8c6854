import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { attentionTitleKey } from '../attention/attention-keys.ts'
import { statusKeys } from '../attention/status-keys.ts'
import { mayRefuseAmount } from './actions.ts'
import { isCancelling } from './outcome.ts'
import { isSentAsCode, namedTypeOf } from '../../../../shared/catalog/product-kind.ts'

type Message = (key: string, params: Readonly<Record<string, string>>) => string

/** Returns the title of a purchase's page; `params` are those of `outcomeParams`, and `message` translates a key. */
export function outcomeTitle(
  purchase: PurchaseView,
  params: Readonly<Record<string, string>>,
  message: Message,
): string {
  const type = namedTypeOf(purchase)
  const product = {
    what: message(`outcome.what.${type}`, params),
    order: message(`outcome.order.${type}`, params),
  }
  return message(outcomeTitleKey(purchase), { ...params, ...product })
}

/** Returns the key of the title of a purchase's page. It claims no payment and no delivery that is not known. */
function outcomeTitleKey(purchase: PurchaseView): string {
  const isRejected = mayRefuseAmount(purchase) && purchase.registration.lastError === 'service-rejected'
  if (isRejected) return attentionTitleKey('registration-rejected', purchase).replace('.title', '.heading')
  if (purchase.status !== 'needs-you' || purchase.attention === null) return `outcome.title.${titleOf(purchase)}`
  const title = attentionTitleKey(purchase.attention, purchase)
  const isNamed = purchase.attention !== 'refund-possible' || purchase.refund.possible !== null
  return isNamed ? title.replace('.title', '.heading') : title
}

function titleOf(purchase: PurchaseView): string {
  const { status, reference } = purchase
  const to = reference === null ? '' : 'To'
  switch (status) {
    case 'paying':
    case 'needs-you':
      if (purchase.externalAsked !== null) return 'elsewhere'
      return isCancelling(purchase) ? 'cancelling' : 'paying'
    case 'on-its-way':
      return onItsWayTitle(purchase) ?? `onItsWay${to}`
    case 'delivered':
      return `${isSentAsCode(purchase) ? 'sent' : 'delivered'}${to}`
    case 'refunded':
      return refundedTitle(purchase)
    case 'failed':
    case 'not-paid':
      return lastWord(statusKeys(purchase)[0])
  }
}

/** Returns the title of a payment that is not proven, or not accepted by the service; null for any other. */
function onItsWayTitle(purchase: PurchaseView): string | null {
  const { isPaidAsReported, registration } = purchase
  if (isPaidAsReported) return 'asReported'
  if (mayRefuseAmount(purchase)) return 'otherAmount'
  if (registration.state === 'rejected') return 'refused'
  return registration.unclear ? 'unclear' : null
}

/** Only a service that failed says that nothing was delivered. */
function refundedTitle(purchase: PurchaseView): string {
  const state = lastWord(statusKeys(purchase)[0])
  if (state === 'refundedUnsaid' || state === 'refundedMoved') return 'cameBack'
  return state === 'refundedByClaim' ? state : 'refunded'
}

const lastWord = (key: string | undefined): string => key?.split('.').at(-1) ?? ''

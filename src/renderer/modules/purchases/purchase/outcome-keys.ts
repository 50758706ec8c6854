import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { againKey, safeKey } from '../attention/attention-keys.ts'
import { mayRefuseAmount } from './actions.ts'
import { isMoving, leavesAllowance, payState } from './outcome.ts'
import { isSentAsCode } from '../../../../shared/catalog/product-kind.ts'
import { reportKeys, answerKeys } from '../attention/report-keys.ts'
import { statusKeys } from '../attention/status-keys.ts'
import { waitingKeys, type Surroundings } from './waiting-keys.ts'

/** One paragraph about a purchase: its message keys in order. */
export interface OutcomeParagraph {
  readonly about: 'status' | 'says' | 'safe' | 'permission' | 'fee' | 'waiting' | 'report' | 'close' | 'again' | 'note'
  readonly keys: readonly string[]
}

/** Returns all paragraphs about a purchase's current state, in screen order. */
export function outcomeKeys(purchase: PurchaseView, surroundings: Surroundings): OutcomeParagraph[] {
  const { status } = purchase
  const isAsked = status === 'needs-you'
  const safe = isAsked ? safeKey(purchase) : null
  const isDoubtful = mayRefuseAmount(purchase)
  const again = isAsked ? againKey(purchase) : isDoubtful ? 'outcome.notAgain' : null
  const canClose = isMoving(purchase) && !isDoubtful
  const paragraphs: OutcomeParagraph[] = [
    { about: 'status', keys: statusKeys(purchase) },
    { about: 'says', keys: isAsked ? answerKeys(purchase) : [] },
    { about: 'safe', keys: safe === null ? [] : [safe] },
    { about: 'permission', keys: leavesAllowance(purchase) ? ['outcome.permission'] : [] },
    { about: 'fee', keys: feeKeys(purchase) },
    { about: 'waiting', keys: waitingKeys(purchase, surroundings) },
    { about: 'report', keys: status === 'on-its-way' ? [...reportKeys(purchase), ...answerKeys(purchase)] : [] },
    { about: 'close', keys: canClose ? ['outcome.canClose'] : [] },
    { about: 'again', keys: again === null ? [] : [again] },
    { about: 'note', keys: status === 'delivered' && !isSentAsCode(purchase) ? ['outcome.noCode'] : [] },
    { about: 'note', keys: purchase.service.isDeleted ? ['outcome.deletedThere'] : [] },
  ]
  return paragraphs.filter(({ keys }) => keys.length > 0)
}

/** Returns the message keys for a signed higher fee or cancel. */
function feeKeys(purchase: PurchaseView): string[] {
  const { feeChange, status, isPaidAsReported } = purchase
  if (feeChange === null || !['paying', 'on-its-way', 'needs-you'].includes(status)) return []
  if (payState(purchase) === 'signed') return [`fee.${feeChange.action}.signed`]
  return feeChange.action === 'cancel' && !isPaidAsReported ? ['fee.cancel.late'] : []
}

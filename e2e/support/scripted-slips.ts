import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { ShopHead } from '../../src/shared/receipts/slip-views.ts'

type Request = Extract<RequestName, `shop.${string}`>

/** What a show or a test may change about a shop's slips. */
export interface SlipsScript {
  shop: ShopHead
}

/** A shop that never said anything of itself. */
export const scriptedShop: ShopHead = {
  ...{ name: '', address: [], taxNumber: '', header: '', footer: '' },
  ...{ logo: null, language: 'en', paper: '80', printer: 'none' },
}

/** Plays the part of main for a shop's slips. */
export function createScriptedSlips(script: SlipsScript): {
  [N in Request]: (input: RequestArgument<N>) => RequestOutput<N>
} {
  return {
    'shop.get': () => script.shop,
    'shop.set': (head) => (script.shop = head),
    'shop.printTest'() {
      if (typeof script.shop.printer !== 'object')
        throw new AppError('printer-failed', 'None', { details: { reason: 'none' } })
    },
  }
}

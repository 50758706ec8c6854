import { z } from 'zod'
import { addressView } from '../wallet/account-views.ts'
import { recipientCheckView, recipientView, transferOfferView, transferView } from './views.ts'
import { decimal, feeActions, feeOfferView, feePassword } from '../views.ts'

const nothing = z.undefined()
const recipients = z.array(recipientView)
const typedAddress = z.string().max(200)
const name = z.string().min(1).max(200)
/** A coin of the service's: a token's contract, or null for the network's own. */
const coin = { networkKey: z.string().max(200), token: addressView.nullable() }

/** What a renderer may ask about sending coins to an address. */
export const transferRequests = {
  /** Checks what was typed without sending a request: it works offline. */
  'transfers.check': { input: z.object({ to: typedAddress, ...coin }), output: recipientCheckView },
  /**
   * Returns what sending costs and does; `amount` null means the whole balance, and `pasted` is the text of the paste that filled the field
   * in.
   */
  'transfers.offer': {
    input: z.object({
      to: typedAddress,
      ...coin,
      amount: decimal.max(100).nullable(),
      pasted: z.string().max(1000).nullable().default(null),
    }),
    output: transferOfferView,
  },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'transfers.confirm': {
    input: z.object({
      offerKey: z.uuid(),
      /** The group of the address that was asked for. */
      typed: z.string().max(10).nullable(),
      /** A coin of which Till itself knows nothing, or that has the name of another. */
      acceptCoin: z.boolean(),
      acceptNotSimulated: z.boolean(),
      feePassword,
    }),
    output: transferView,
  },
  /** Lists transfers, the newest first. */
  'transfers.list': {
    input: z.object({ offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }),
    output: z.object({ transfers: z.array(transferView), total: z.int() }),
  },
  'transfers.get': { input: z.object({ id: z.uuid() }), output: transferView },
  'transfers.offerFee': { input: z.object({ id: z.uuid(), action: z.enum(feeActions) }), output: feeOfferView },
  'transfers.confirmFee': { input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }), output: transferView },

  /** Lists every address that has a name, by name. */
  'recipients.list': { input: nothing, output: recipients },
  'recipients.add': { input: z.object({ name, address: typedAddress }), output: recipients },
  'recipients.rename': { input: z.object({ id: z.uuid(), name }), output: recipients },
  'recipients.remove': { input: z.object({ id: z.uuid() }), output: recipients },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

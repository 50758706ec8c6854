import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { recipientCheckView, recipientView, transferOfferView, transferView } from './views.ts'
import { decimal } from '../scalars.ts'
import { feeActions, feeOfferView, feePassword } from '../transactions/views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

const recipients = z.array(recipientView)
const typedAddress = z.string().max(200)
const name = z.string().min(1).max(200)
/** A coin of the service's: a token's contract, or null for the network's own. */
const coin = { networkKey: z.string().max(200), token: addressView.nullable() }

/** What a renderer may ask about sending coins to an address. */
export const transferRequests = {
  /** Checks what was typed without sending a request: it works offline. */
  'transfers.check': {
    input: z.object({ to: typedAddress, ...coin }),
    output: recipientCheckView,
    permission: 'manager',
  },
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
    permission: 'manager',
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
    permission: 'manager',
  },
  /** Lists transfers, the newest first. */
  'transfers.list': {
    input: z.object({ offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }),
    output: z.object({ transfers: z.array(transferView), total: z.int() }),
    permission: 'manager',
  },
  'transfers.get': { input: z.object({ id: z.uuid() }), output: transferView, permission: 'manager' },
  'transfers.offerFee': {
    input: z.object({ id: z.uuid(), action: z.enum(feeActions) }),
    output: feeOfferView,
    permission: 'manager',
  },
  'transfers.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: transferView,
    permission: 'manager',
  },

  /** Lists every address that has a name, by name. */
  'recipients.list': { input: nothing, output: recipients, permission: 'manager' },
  'recipients.add': { input: z.object({ name, address: typedAddress }), output: recipients, permission: 'manager' },
  'recipients.rename': { input: z.object({ id: z.uuid(), name }), output: recipients, permission: 'manager' },
  'recipients.remove': { input: z.object({ id: z.uuid() }), output: recipients, permission: 'manager' },
} as const satisfies Requests

/** Events about transfers. */
export const transferEvents = {
  'transfer.changed': { payload: transferView, permission: 'manager' },
} as const satisfies Events

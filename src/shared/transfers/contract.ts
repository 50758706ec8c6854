import { z } from 'zod'
import { recipientCheckView, transferOfferView, transferView } from './views.ts'
import { address, decimal } from '../scalars.ts'
import { feeActions, feeOfferView, feePassword } from '../transactions/views.ts'
import type { Events, Requests } from '../contract-entry.ts'

const typedAddress = z.string().max(200)
/** Any amount; only its text is limited, to 100 characters. */
const typedAmount = decimal.max(100)
/** A coin of the service: a token's contract, or null for the native coin. */
const coin = { networkKey: z.string().max(200), token: address.nullable() }

/** The requests about sending coins to an address. */
export const transferRequests = {
  /** Checks the typed values without sending a request: works offline. */
  'transfers.check': {
    input: z.object({ to: typedAddress, ...coin }),
    output: recipientCheckView,
    permission: 'manager',
  },
  /**
   * Returns the cost and effect of a transfer. `amount` null means the whole balance, and `pasted` is the pasted text that filled the
   * field.
   */
  'transfers.offer': {
    input: z.object({
      to: typedAddress,
      ...coin,
      amount: typedAmount.nullable(),
      pasted: z.string().max(1000).nullable().default(null),
    }),
    output: transferOfferView,
    permission: 'manager',
  },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'transfers.confirm': {
    input: z.object({
      offerKey: z.uuid(),
      /** The four characters of the address that the screen asked for, as typed; null if it asked for none. */
      typed: z.string().max(10).nullable(),
      /** Accepts a coin that Till does not know, or that has another coin's name. */
      acceptCoin: z.boolean(),
      acceptNotSimulated: z.boolean(),
      feePassword,
    }),
    output: transferView,
    permission: 'manager',
  },
  /**
   * Lists the transfers whose own words or note contain every word of `text`, newest first. `notes` has each one's note, by transfer id.
   */
  'transfers.list': {
    input: z.object({
      text: z.string().max(200).default(''),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(60),
    }),
    output: z.object({ transfers: z.array(transferView), total: z.int(), notes: z.record(z.uuid(), z.string()) }),
    permission: 'manager',
  },
  /** Returns a transfer. */
  'transfers.get': { input: z.object({ id: z.uuid() }), output: transferView, permission: 'manager' },
  /** Returns what it costs to speed up or cancel a waiting transfer. */
  'transfers.offerFee': {
    input: z.object({ id: z.uuid(), action: z.enum(feeActions) }),
    output: feeOfferView,
    permission: 'manager',
  },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'transfers.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: transferView,
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about transfers. */
export const transferEvents = {
  /** A transfer was sent, or its state changed. */
  'transfer.changed': { payload: transferView, permission: 'manager' },
} as const satisfies Events

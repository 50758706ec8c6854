import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { sendRefusals } from '../purchases/state.ts'
import { networkTroubleView } from '../networks/trouble-view.ts'
import { decimal, time } from '../scalars.ts'
import { feeActions } from './views.ts'

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)

/** How far a transaction has come; `superseded`: something else used its nonce. */
export const singleStepStates = [
  'signed',
  'mined',
  'confirmed',
  'final',
  'reverted',
  'cancelled',
  'superseded',
] as const

/** What takes one transaction: coins that are sent, or an allowance that is taken back. */
export const singleStepView = z.object({
  id: z.uuid(),
  createdAt: time,
  state: z.enum(singleStepStates),
  from: addressView,
  networkName: z.string(),
  nativeSymbol: z.string(),
  /** What the network took; null until it is known. */
  networkFee: decimal.nullable(),
  hash: hash.nullable(),
  explorerUrl: z.string().nullable(),
  /** What keeps it from its block; null where one has it, or nothing was asked yet. */
  waitingFor: z
    .object({
      /** `proof`: its nonce is used, and no node shows by what; `gap`: an earlier transaction of the account is missing. */
      what: z.enum(['network', 'proof', 'gap', 'connection']),
      /** Why no node takes it, where they say why. */
      refusal: z.enum(sendRefusals).nullable(),
    })
    .nullable(),
  /** What is wrong with its network; null where nothing is, or a block has it and it is not overdue. */
  networkTrouble: networkTroubleView.nullable(),
  /** Whether it waits for its block, or for that to be final, longer than its profile allows: then the person is asked. */
  isOverdue: z.boolean(),
  feeActions: z.array(z.enum(feeActions)),
  feeChange: z.object({ action: z.enum(feeActions), at: time }).nullable(),
})

export type SingleStepView = z.output<typeof singleStepView>

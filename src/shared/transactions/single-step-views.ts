import { z } from 'zod'
import { sendRefusals } from '../purchases/state.ts'
import { networkTroubleView } from '../networks/views.ts'
import { address, decimal, hash, time } from '../scalars.ts'
import { feeActions } from './views.ts'

/** The states of a transaction; `superseded`: another transaction used its nonce. */
const singleStepStates = ['signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded'] as const

export type SingleStepState = (typeof singleStepStates)[number]

/** An action of one transaction: a transfer, a revocation or a claim. */
export const singleStepView = z.object({
  id: z.uuid(),
  createdAt: time,
  state: z.enum(singleStepStates),
  from: address,
  networkName: z.string(),
  nativeSymbol: z.string(),
  /** The network fee charged; null until it is known. */
  networkFee: decimal.nullable(),
  hash: hash.nullable(),
  explorerUrl: z.string().nullable(),
  /** Why it is in no block yet; null if it is in one, or was not checked yet. */
  waitingFor: z
    .object({
      /**
       * `proof`: its nonce is used, and no node shows the transaction that used it; `gap`: an earlier transaction of the account is
       * missing.
       */
      what: z.enum(['network', 'proof', 'gap', 'connection']),
      /** Why all nodes refuse it, if they give a reason. */
      refusal: z.enum(sendRefusals).nullable(),
    })
    .nullable(),
  /** The trouble with its network; null if there is none, or a block contains it and it is not overdue. */
  networkTrouble: networkTroubleView.nullable(),
  /** Whether it waits for its block, or for its finality, longer than its profile allows: then Till asks the person. */
  isOverdue: z.boolean(),
  feeActions: z.array(z.enum(feeActions)),
  feeChange: z.object({ action: z.enum(feeActions), at: time }).nullable(),
})

export type SingleStepView = z.output<typeof singleStepView>

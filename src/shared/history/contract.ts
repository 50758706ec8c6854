import { z } from 'zod'
import { spendElsewhereView } from './views.ts'
import { attentionListView } from '../purchases/attention-views.ts'
import { nothing, type Requests } from '../contract-entry.ts'
import { address, chainInstance, hash, language } from '../scalars.ts'

/** Requests about the wallet's history. */
export const historyRequests = {
  /** Lists purchases that another Till made with this wallet and that the service knows, newest first. */
  'history.elsewhere': { input: nothing, output: z.array(spendElsewhereView), permission: 'manager' },

  /** Marks a payment that neither this Till nor the service explains as known to the person: Till stops asking about it. */
  'history.acknowledge': { input: z.object({ hash }), output: attentionListView, permission: 'manager' },

  /**
   * Marks the transactions below a nonce that no node shows as checked by the person: the account may pay again. Throws AppError `locked`;
   * `not-found` if Till asks about others by now.
   */
  'history.acknowledgeUnseen': {
    input: z.object({ chainInstance, address, below: z.int() }),
    output: attentionListView,
    permission: 'manager',
  },

  /** Saves the known facts of such a payment where the person chooses; null if they cancel. */
  'history.saveProof': {
    input: z.object({ hash, language }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests

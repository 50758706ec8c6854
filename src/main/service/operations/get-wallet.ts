import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { boolean, readAnswer, text } from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/answer.ts'

export interface WalletState {
  /** False for a wallet the service does not know: a new one. */
  readonly known: boolean
  readonly hasAcceptedTerms: boolean
}

const envelope = z.object({ wallet: z.object({ walletAddress: text, hasAcceptedTerms: boolean }) })

/**
 * Returns the service's record of a wallet; an unknown wallet (404) is a new one. Throws AppError `service-malformed` if the answer is for
 * another wallet, whose consent says nothing about this one.
 */
export async function getWallet(
  exchange: Exchange,
  integrator: string,
  address: string,
  signal?: AbortSignal,
): Promise<WalletState> {
  const answer = await askService(
    exchange,
    {
      method: 'GET',
      path: `/api/v1/wallets/${encodeURIComponent(address)}/`,
      query: { integrator },
      requestClass: 'tracking',
      ...(signal ? { signal } : {}),
    },
    [404],
  )
  if (answer.status === 404) {
    refuseHtml(answer)
    return { known: false, hasAcceptedTerms: false }
  }
  const { walletAddress, hasAcceptedTerms } = readAnswer(answer, envelope).wallet
  if (walletAddress !== '' && walletAddress.toLowerCase() !== address.toLowerCase())
    throw new AppError('service-malformed', 'The service answered for another wallet')
  return { known: true, hasAcceptedTerms }
}

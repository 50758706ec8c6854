import { encodeFunctionResult, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { escrowFeeAbi, readEscrowShares } from './read-escrow-fee.ts'
import { openTestClient, Refusal } from '../../../../testing/chain/client.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const question = { registry: address('1'), tokenRegistry: address('2'), serviceId: 7n, token: address('3') }

const answer = (serviceId: bigint, feeBps: number): Hex =>
  encodeFunctionResult({
    abi: escrowFeeAbi,
    functionName: 'getService',
    result: [{ serviceId, beneficiary: address('4'), fulfiller: address('5') }, feeBps],
  })
const ofToken = (bps: number): Hex =>
  encodeFunctionResult({ abi: escrowFeeAbi, functionName: '_swapFeeBasisPoints', result: bps })

/** Reads the shares from a node whose contracts give these answers. */
function read(registry: () => Hex, tokenRegistry: () => Hex) {
  const { client } = openTestClient((_, [call]) =>
    (call as { to: Address }).to === question.registry ? registry() : tokenRegistry(),
  )
  return readEscrowShares(client, question)
}
const refuse = (message: string, code?: number) => (): never => {
  throw new Refusal(message, code)
}

describe('an escrow’s fee shares', () => {
  it('are one for the service and one for the token', async () => {
    expect(
      await read(
        () => answer(7n, 150),
        () => ofToken(30),
      ),
    ).toEqual({ service: 150, token: 30 })
  })

  it.each<[string, () => Hex, () => Hex]>([
    ['the registry returns another service', () => answer(8n, 150), () => ofToken(0)],
    ['the registry does not know the service', refuse('execution reverted', 3), () => ofToken(0)],
    ['the token registry refuses', () => answer(7n, 150), refuse('execution reverted', 3)],
    ['no contract is there', () => '0x', () => '0x'],
  ])('are unknown if %s', async (_, registry, tokenRegistry) => {
    expect(await read(registry, tokenRegistry)).toBeNull()
  })

  it('are not returned if a node fails', async () => {
    await expect(read(refuse('too many requests', 429), () => ofToken(0))).rejects.toThrow('too many requests')
  })
})

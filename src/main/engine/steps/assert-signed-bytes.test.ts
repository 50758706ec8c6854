import { keccak256, parseGwei, type Hex, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertOwnBytes, assertSignedBytes } from './assert-signed-bytes.ts'

const [own, other] = [privateKeyToAccount(`0x${'1'.repeat(64)}`), privateKeyToAccount(`0x${'2'.repeat(64)}`)]
const planned = {
  type: 'eip1559',
  chainId: 7,
  nonce: 3,
  to: `0x${'9'.repeat(40)}`,
  value: 5n,
  gas: 21_000n,
  maxFeePerGas: parseGwei('2'),
  maxPriorityFeePerGas: parseGwei('1'),
} as const satisfies TransactionSerializableEIP1559

const bytesOf = (raw: Hex): { raw: Hex; hash: Hex } => ({ raw, hash: keccak256(raw) })
const refused = { code: 'quote-refused', details: { reason: 'signature' } }
let raw: Hex
beforeAll(async () => {
  raw = await own.signTransaction(planned)
})

describe('signed bytes', () => {
  it('are exactly what was planned, signed by the account, and followed by their own hash', async () => {
    await expect(assertSignedBytes(bytesOf(raw), planned, own.address)).resolves.toBeUndefined()
    await expect(assertSignedBytes(bytesOf(raw), planned, other.address)).rejects.toMatchObject(refused)
    await expect(assertSignedBytes(bytesOf(raw), { ...planned, value: 6n }, own.address)).rejects.toMatchObject(refused)
    const foreign = { raw, hash: keccak256(await other.signTransaction(planned)) }
    await expect(assertSignedBytes(foreign, planned, own.address)).rejects.toMatchObject(refused)
  })
})

describe('stored bytes', () => {
  it('are the account’s own for this chain and nonce', async () => {
    await expect(assertOwnBytes(bytesOf(raw), own.address, 7, 3)).resolves.toBeUndefined()
    await expect(assertOwnBytes(bytesOf(raw), own.address, 8, 3)).rejects.toMatchObject(refused)
    await expect(assertOwnBytes(bytesOf(raw), own.address, 7, 4)).rejects.toMatchObject(refused)
    await expect(assertOwnBytes(bytesOf(raw), other.address, 7, 3)).rejects.toMatchObject(refused)
  })

  it('that no longer are a transaction are refused', async () => {
    await expect(assertOwnBytes(bytesOf('0x02'), own.address, 7, 3)).rejects.toMatchObject(refused)
  })
})

import { getAddress, zeroAddress } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteView } from '../../../shared/checkout/views.ts'
import { createTestVault, strong } from '../../../testing/vault/vault.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

describe.concurrent('a payment', () => {
  it('signed by the vault itself is paid from its address', async () => {
    const home = createTestVault()
    const words = generateMnemonic(english)
    const till = await sandbox.till({ account: mnemonicToAccount(words) })
    const vault = home.open()
    await vault.restore({ words, passphrase: '' }, strong)
    const address = vault.accounts()[0]?.address
    Object.assign(till.context, { wallet: { ...vault, address: () => address, isWatched: () => false } })
    const { id, fromAddress } = await till.buy('meadow', 'usdc')
    expect(fromAddress).toBe(address)
    const offer = await till.quote('harbour', 'usdc')
    // While locked it continues with what is signed, and signs nothing new.
    await vault.lock()
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'locked' })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'delivered' })
    expect((await sandbox.witness(till.address)).payments).toHaveLength(1)
    await home.close()
  })

  it('in the native coin moves exactly that coin', async () => {
    const till = await sandbox.till()
    till.state.registrationsHeld = true
    const recipient = getAddress(`0x${till.address.slice(2, 20)}${'7'.repeat(22)}`)
    const honest = till.choice('harbour', 'usdc')
    const token = { ...honest.token, key: 'eth', symbol: 'ETH', decimals: 18, address: zeroAddress }
    const client = {
      ...till.service.client,
      async createQuote() {
        const quote = await till.service.client.createQuote({
          ...honest.product,
          chainId: honest.network.chainId,
          token: honest.token,
        })
        const { transactionRequest: request } = quote
        return {
          ...quote,
          digitalAsset: 'ETH',
          digitalAssetAmount: '0.25',
          feeAmount: '0',
          totalAmount: '0.25',
          transactionRequest: request && { ...request, to: recipient, data: '0x' as const, value: 25n * 10n ** 16n },
        }
      },
    }
    const offer = quoteView.parse(await till.purchases.quote({ ...till.service, client }, { ...honest, token }, null))
    expect(offer).toMatchObject({
      problems: [],
      payment: { shape: 'native', recipient, token: null, balanceChanges: [{ symbol: 'ETH', change: '-0.25' }] },
    })
    const { id } = await till.confirm(offer)
    await till.until(id, ({ steps }) => steps[0]?.state === 'final')
    expect(await till.chain('harbour').nativeBalance(recipient)).toBe(25n * 10n ** 16n)
    expect(till.purchases.get(id).paysNative).toBe(true)
  })
})

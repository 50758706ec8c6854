import type { HDAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

export interface ChainAccounts {
  readonly deployer: HDAccount
  /** Where payments go and refunds come from. */
  readonly treasury: HDAccount
  /** Makes play money; its coins feed the faucet, and refunds from elsewhere. */
  readonly minter: HDAccount
}

/** The sandbox's own accounts on its chain number `index`; no two chains share one, so no address is valid on both. */
export function chainAccounts(mnemonic: string, index: number): ChainAccounts {
  const account = (role: number) => mnemonicToAccount(mnemonic, { addressIndex: index * 10 + role })
  return { deployer: account(0), treasury: account(1), minter: account(2) }
}

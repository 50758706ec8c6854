import type { HDAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

export interface ChainAccounts {
  readonly deployer: HDAccount
  /** Receives payments and sends refunds. */
  readonly treasury: HDAccount
  /** Mints play money; its coins feed the faucet and refunds from elsewhere. */
  readonly minter: HDAccount
}

/** Derives the sandbox's accounts on its chain number `index`. No two chains share an account, so no address is valid on both. */
export function chainAccounts(mnemonic: string, index: number): ChainAccounts {
  const account = (role: number) => mnemonicToAccount(mnemonic, { addressIndex: index * 10 + role })
  return { deployer: account(0), treasury: account(1), minter: account(2) }
}

import { isAddressEqual, type Address, type Transaction } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'

/** Returns the nonces an account used in a transaction to delegate itself (EIP-7702). Any account may have sent the transaction. */
export async function delegationNonces(transaction: Transaction, account: Address): Promise<readonly number[]> {
  const authorizations = transaction.authorizationList ?? []
  const authorities = await Promise.all(
    // An authorization with an invalid signature delegates nothing.
    authorizations.map((authorization) => recoverAuthorizationAddress({ authorization }).catch(() => null)),
  )
  return authorizations.flatMap(({ nonce }, index) => {
    const authority = authorities[index]
    return authority && isAddressEqual(authority, account) ? [nonce] : []
  })
}

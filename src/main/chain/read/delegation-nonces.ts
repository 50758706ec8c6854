import { isAddressEqual, type Address, type Transaction } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'

/** Returns the nonces that an account named to delegate itself (EIP-7702) in a transaction, which any account may have sent. */
export async function delegationNonces(transaction: Transaction, account: Address): Promise<readonly number[]> {
  const authorizations = transaction.authorizationList ?? []
  const authorities = await Promise.all(
    // What nobody can have signed delegates nothing.
    authorizations.map((authorization) => recoverAuthorizationAddress({ authorization }).catch(() => null)),
  )
  return authorizations.flatMap(({ nonce }, index) => {
    const authority = authorities[index]
    return authority && isAddressEqual(authority, account) ? [nonce] : []
  })
}

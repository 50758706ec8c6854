import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  type Address,
  type Hash,
  type LocalAccount,
} from 'viem'

/** The parts of an EIP-681 text, as another wallet reads them. */
export interface ReadCode {
  readonly chainId: number
  readonly token: Address | null
  readonly to: Address
  readonly units: bigint
}

/** Reads the text of a payment's QR code by EIP-681 alone; shares no code with Till. */
export function readCode(text: string): ReadCode {
  const found = /^ethereum:(0x[0-9a-fA-F]{40})@(\d+)(\/transfer)?\?(.+)$/.exec(text)
  if (!found) throw new Error(`Not a payment: ${text}`)
  const [, target = '', chainId, call, query] = found
  const given = new URLSearchParams(query)
  const isToken = call !== undefined
  return {
    chainId: Number(chainId),
    token: isToken ? getAddress(target) : null,
    to: getAddress(isToken ? (given.get('address') ?? '') : target),
    units: BigInt(given.get(isToken ? 'uint256' : 'value') ?? ''),
  }
}

/** Another wallet: it signs and sends what a code says, or what `changes` make of it. */
export async function payByCode(
  rpcUrl: string,
  account: LocalAccount,
  text: string,
  changes: Partial<Pick<ReadCode, 'token' | 'to' | 'units'>> & { readonly append?: `0x${string}` } = {},
): Promise<Hash> {
  const { chainId, token, to, units } = { ...readCode(text), ...changes }
  const chain = {
    id: chainId,
    name: 'test',
    nativeCurrency: { name: '', symbol: '', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  if (token === null) return wallet.sendTransaction({ to, value: units })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  return wallet.sendTransaction({ to: token, data: `${data}${(changes.append ?? '0x').slice(2)}` })
}

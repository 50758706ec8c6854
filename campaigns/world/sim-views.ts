import { decodeFunctionData, encodeFunctionResult, erc20Abi, type Hex } from 'viem'
import { viewEscrow } from './sim-escrow-views.ts'
import { execute } from './sim-execute.ts'
import { key, type SimCall, type SimContracts, type SimState } from './sim-state.ts'

/** Returns whether there is a contract at an address. */
export function isContract({ tokens, router, escrow }: SimContracts, address: string): boolean {
  const ofEscrow = escrow ? [escrow.router, escrow.vault, escrow.registry, escrow.tokenRegistry] : []
  return [...tokens.map((token) => token.address), router, ...ofEscrow].some((one) => key(one) === key(address))
}

/** Returns the result of a view call; null if it reverts. */
export function callView(contracts: SimContracts, state: SimState, call: SimCall): Hex | null {
  const token = contracts.tokens.find(({ address }) => key(address) === key(call.to))
  if (!token) {
    if (execute(contracts, state, call).succeeded) return '0x'
    return contracts.escrow ? viewEscrow(contracts.escrow, state.escrow, call.to, call.data) : null
  }
  const read = decode(call.data)
  switch (read?.functionName) {
    case 'balanceOf': {
      const units = state.balances.get(key(token.address, read.args[0])) ?? 0n
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result: units })
    }
    case 'allowance': {
      const units = state.allowances.get(key(token.address, ...read.args)) ?? 0n
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', result: units })
    }
    case 'symbol':
    case 'name':
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: token.symbol })
    case 'decimals':
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: token.decimals })
    default:
      return execute(contracts, state, call).succeeded ? TRUE : null
  }
}

const TRUE: Hex = `0x${'1'.padStart(64, '0')}`

function decode(data: Hex): ReturnType<typeof decodeFunctionData<typeof erc20Abi>> | null {
  try {
    return decodeFunctionData({ abi: erc20Abi, data })
  } catch {
    return null
  }
}

import { erc20Abi, type Address, type Client } from 'viem'
import { getBalance, getBlockNumber, getCode, readContract } from 'viem/actions'
import type { Chain, Outflow, TokenFacts } from '../chain.ts'
import { majorityAnswer, reachedByMajority, unanimous } from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { isNodesAnswer } from '../nodes/rpc/rpc-errors.ts'
import { readBalance, type At } from '../read/balances/read-balance.ts'

/** The questions about coins and what accounts hold of them. */
type TokenQuestions = Pick<Chain, 'nativeBalance' | 'tokenBalance' | 'allowance' | 'isContract' | 'tokenFacts'>

/** Asks every node about coins, and combines the answers. */
export function askTokens({ askAll, count }: Nodes, tick: Chain['tick']): TokenQuestions {
  async function balance(spent: Outflow, read: (client: Client, at: At) => Promise<bigint>): Promise<bigint> {
    const newest = spent.length === 0 ? 0n : (await tick()).head
    const answers = await askAll((client) =>
      readBalance(
        { at: (block) => read(client, block), head: () => getBlockNumber(client, { cacheTime: 0 }) },
        spent,
        newest,
      ),
    )
    return reachedByMajority(answers, count)
  }

  return {
    nativeBalance: (address, spent = []) => balance(spent, (client, at) => getBalance(client, { address, ...at })),
    tokenBalance: (address, account, spent = []) =>
      balance(spent, (client, at) =>
        readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [account], ...at }),
      ),
    allowance: async (address, owner, spender) =>
      majorityAnswer(
        await askAll((client) =>
          readContract(client, { address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
        ),
      ),
    isContract: async (address) => (await askAll((client) => hasCode(client, address))).includes(true),
    // A lie about a coin's decimals is not outvoted: Till then does not pay with the coin.
    tokenFacts: async (address) => unanimous(await askAll((client) => readTokenFacts(client, address))),
  }
}

const DELEGATION = '0xef0100'

async function hasCode(client: Client, address: Address): Promise<boolean> {
  const code = (await getCode(client, { address })) ?? '0x'
  return code !== '0x' && !code.toLowerCase().startsWith(DELEGATION)
}

async function readTokenFacts(client: Client, address: Address): Promise<TokenFacts> {
  const fact = async <T>(question: Promise<T>): Promise<T | null> => {
    try {
      return await question
    } catch (error) {
      // The contract has no such function, or it returns another shape.
      if (isNodesAnswer(error)) return null
      throw error
    }
  }
  const [symbol, decimals] = await Promise.all([
    fact(readContract(client, { address, abi: erc20Abi, functionName: 'symbol' })),
    fact(readContract(client, { address, abi: erc20Abi, functionName: 'decimals' })),
  ])
  return { symbol, decimals }
}

import { parseAbi } from 'viem'

/** The functions that the sandbox calls on its tokens. */
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function mint(address to, uint256 value)',
  'function burn(address from, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** The router that takes Meadow's payments: token, amount, quote id. */
export const routerAbi = parseAbi([
  'function pay(address token, uint256 amount, uint256 quoteId)',
  'event Paid(address indexed payer, uint256 indexed quoteId, address token, uint256 amount)',
])

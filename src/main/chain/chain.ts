import type { Address, Hash, Hex } from 'viem'
import type { SendRefusal } from '../../shared/purchases/state.ts'
import type { NetworkTrouble } from './nodes/network-trouble.ts'
import type { NodeReport } from './nodes/node-report.ts'
import type { Tick } from './nodes/pulse.ts'
import type { DepositQuestion, EscrowDeposit } from './read/read-escrow-deposit.ts'
import type { EscrowFeeQuestion, EscrowShares } from './read/read-escrow-fee.ts'
import type { EscrowRefund, RefundQuestion } from './read/read-escrow-refund.ts'
import type { EscrowWithdrawal, WithdrawalQuestion } from './read/read-escrow-withdrawals.ts'

/** A transaction's place in the block that is the one at its height. */
export interface Receipt {
  readonly hash: Hash
  readonly succeeded: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hash
  /** Units of the native coin that the network took; null where no node shows the receipt any more. */
  readonly fee: bigint | null
  /** Whether more than half of the network's nodes show it, and none shows another end. */
  readonly isBacked: boolean
}

/** The transaction that used a nonce of an account, seen by its hash in a block. */
export interface NonceUse {
  readonly hash: Hash
  readonly block: BlockRef
  /** Whether more than half of the network's nodes show it, and none shows another. */
  readonly isBacked: boolean
  /** Whether its logs prove that it succeeded, and no node shows that it reverted; only asked of our own hashes. */
  readonly emitted: boolean
  /** What it called; null for one of our own hashes, and where nodes differ. */
  readonly call: UsedCall | null
}

/** A call that a block shows; `to` is null where it created a contract, or delegated the account (EIP-7702) and called nothing. */
export interface UsedCall extends Omit<Call, 'to'> {
  readonly to: Address | null
}

/** Where a block stands: `gone` where another one is at its height; `isBacked` where more than half of all nodes say so, and none otherwise. */
export interface Standing {
  readonly state: 'final' | 'open' | 'gone'
  readonly isBacked: boolean
}

/** One block, told apart from others at its height. */
export interface BlockRef {
  readonly number: bigint
  readonly hash: Hash
}

export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface Call {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** Units of a token, or of the network's own coin where `token` is null, for one address. */
export interface Transfer {
  readonly token: Address | null
  readonly recipient: Address
  readonly units: bigint
}

/** Units of a coin that left an account in blocks up to one. */
export interface Spent {
  readonly units: bigint
  readonly upTo: bigint
}

/** Units of a token that somebody may take from an account. */
export interface Approval {
  readonly token: Address
  readonly spender: Address
  readonly units: bigint
}

/** A refund that is withdrawn from an escrow: one record's, or all that its payer may withdraw for one service in one token. */
export type Claim = { readonly router: Address; readonly serviceId: bigint } & (
  { readonly recordId: bigint } | { readonly token: Address; readonly refundee: Address }
)

/** A token transfer seen in a block's log. */
export interface TokenTransfer {
  readonly hash: Hash
  /** Its place among the logs of its block, or of its transaction: clients number them differently, so no two of theirs are compared by it. */
  readonly logIndex: number
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly units: bigint
  readonly blockNumber: bigint
}

/** A transfer that at least one node lists. */
export interface ListedTransfer extends TokenTransfer {
  /** Whether most of the nodes list it, or show it in the receipt of a block they share. */
  readonly isProven: boolean
}

/**
 * By how much each of the tokens asked for and, last, the native coin would change, network fees left out; `failed` where a call
 * reverts, `moves-else` where it would move or permit anything beside those tokens, `nodes-differ` where nodes do not foresee the same,
 * null where it can't be tried out.
 */
export type Foreseen = readonly bigint[] | 'failed' | 'moves-else' | 'nodes-differ' | null

/** What a transaction took out of the account that sent it, the network fee left out; nothing where it reverted. */
export interface SentEffect {
  readonly transfers: readonly TokenTransfer[]
  /** Units of the native coin, and to whom; null for none. */
  readonly native: { readonly to: Address; readonly units: bigint } | null
}

/** A transaction that an account sent, seen by its hash in a block. */
export interface SentTransaction {
  readonly hash: Hash
  readonly nonce: number
  readonly block: BlockRef
  /** What left the account; null where no node shows the receipt. */
  readonly effect: SentEffect | null
}

/** A permission that an account gave some time, seen in a block's log. */
export interface TokenApproval {
  readonly token: Address
  readonly spender: Address
}

/** Where an approval was given. */
export interface LoggedApproval extends TokenApproval {
  readonly hash: Hash
}

/** What a token's own contract says of it; null where it does not say. */
export interface TokenFacts {
  readonly symbol: string | null
  readonly decimals: number | null
}

/** How many transactions an account has sent, as most nodes and as any node knows. */
export interface Nonces {
  /** In blocks, as most nodes say. */
  readonly mined: number
  /** In blocks, as at least one node says. */
  readonly minedSomewhere: number
  /** Whether that is more, and not most nodes contradict it. */
  readonly isContested: boolean
  /** In blocks and waiting for one without a gap, as most nodes say. */
  readonly pending: number
}

/** What Till asks of one network's nodes; every function throws AppError `network-unreachable`, `network-mismatch` or `nodes-disagree`. */
export interface Chain {
  readonly chainId: number
  /** Chain id and genesis hash, `31337:0x…`: tells a network from a restarted copy of itself. */
  instance(): Promise<string>
  /** Whether more than half of the nodes say once more that they are of this chain: nothing ends on the word of another one. */
  isUnchanged(): Promise<boolean>
  head(): Promise<bigint>
  /** The newest block, read again only where another is expected since: all who wait for a block share one reading. */
  tick(): Promise<Tick>
  /** Milliseconds until the chain is worth asking again, for one who waits for so many blocks. */
  untilTick(blocks: number): Promise<number>
  /** How many transactions an account has sent; read once for all who ask within a tick. */
  nonces(account: Address): Promise<Nonces>
  /** How each node has been doing, in the order of their addresses; lag as of the last `head`. */
  nodes(): readonly NodeReport[]
  /** The same once each has been asked for its newest block, those too that failed a moment ago; never throws. */
  checkNodes(): Promise<readonly NodeReport[]>
  /** Why the network takes nothing now, from what was read of it so far; null where nothing speaks against it. */
  trouble(): NetworkTrouble | null
  /** The newest block that cannot be taken back: the nodes' own word, else a depth below the head. */
  finalized(): Promise<bigint>
  /** Transactions of `account` in blocks up to the newest, and which block that is. */
  minedNonce(account: Address): Promise<{ readonly nonce: number; readonly at: BlockRef }>
  standing(block: BlockRef): Promise<Standing>
  /** The transaction of `account` that used `nonce`, `own` being hashes it may be; null where no node can show it, which proves nothing. */
  nonceUse(account: Address, nonce: number, own: readonly Hash[]): Promise<NonceUse | null>
  /** A mined transaction of `account`; null unless more than half of the nodes show it and none contradicts, which proves nothing. */
  sent(account: Address, hash: Hash): Promise<SentTransaction | null>
  /** When a block was made, in epoch milliseconds. */
  blockTime(block: bigint): Promise<number>
  /** Transactions of `account` in blocks and waiting for one without a gap: the most that a node knows. */
  highestNonce(account: Address): Promise<number>
  /** The same, as most nodes say; once after the highest was asked for, by the same answers. */
  pendingNonce(account: Address): Promise<number>
  /** Units of the native coin; without what was `spent`, also where a node has not reached its block. */
  nativeBalance(account: Address, spent?: Spent | null): Promise<bigint>
  /** The same of a token. */
  tokenBalance(token: Address, account: Address, spent?: Spent | null): Promise<bigint>
  allowance(token: Address, owner: Address, spender: Address): Promise<bigint>
  /** Whether code runs at an address, as any node says; an account that only delegates to some (EIP-7702) is none. */
  isContract(address: Address): Promise<boolean>
  tokenFacts(token: Address): Promise<TokenFacts>
  /** What an escrow adds to a payment, as most nodes read it; null where its contracts do not say. */
  escrowShares(question: EscrowFeeQuestion): Promise<EscrowShares | null>
  /** What a payment made in an escrow; null unless more than half of all nodes show it, which proves nothing. */
  escrowDeposit(question: DepositQuestion): Promise<EscrowDeposit | null>
  /** What an escrow says of a payment's refund, as most nodes read it; null where its contract does not say. */
  escrowRefund(question: RefundQuestion): Promise<EscrowRefund | null>
  /** Which refunds a transaction took out of an escrow, as more than half of all nodes show; none proves nothing. */
  escrowWithdrawals(question: WithdrawalQuestion): Promise<readonly EscrowWithdrawal[]>
  /** Null where no node shows a receipt for `hash`, which proves nothing, and where nodes contradict it. */
  receipt(hash: Hash): Promise<Receipt | null>
  fees(): Promise<Fees>
  /** What the chain charges for a signed transaction beside its gas, in wei, for a gas limit; 0 where gas is all. */
  l1Fee(raw: Hex, gasLimit: bigint): Promise<bigint>
  /** Gas units a call needs; null where it would revert now. */
  estimateGas(from: Address, call: Call): Promise<bigint | null>
  /**
   * Hands the signed bytes to every node; answers why none takes them, or null. No answer and no error is proof of anything: only what
   * a block shows is.
   */
  send(raw: Hex): Promise<SendRefusal | null>
  /** What `calls` of `account` would do if they ran in one block. */
  simulate(account: Address, calls: readonly Call[], tokens: readonly Address[]): Promise<Foreseen>
  /** Transfers of `token` to an account in the blocks from one to the other, both included, as any node knows. */
  transfersTo(token: Address, to: Address, fromBlock: bigint, toBlock: bigint): Promise<readonly ListedTransfer[]>
  /** Transfers of any of `tokens` out of an account in the blocks from one to the other, both included, as any node knows. */
  transfersFrom(
    tokens: readonly Address[],
    from: Address,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<readonly TokenTransfer[]>
  /** Whom an account permitted to take any of `tokens` in the blocks from one to the other, both included, as any node knows. */
  approvalsBy(
    tokens: readonly Address[],
    owner: Address,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<readonly LoggedApproval[]>
}

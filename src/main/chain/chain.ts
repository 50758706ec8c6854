import type { Address, Hash, Hex } from 'viem'
import type { SendRefusal } from '../../shared/purchases/state.ts'
import type { NetworkTrouble } from './nodes/trouble/network-trouble.ts'
import type { NodeReport } from './nodes/trouble/node-report.ts'
import type { Tick } from './nodes/head-pulse.ts'
import type { DepositQuestion, EscrowDeposit } from './read/escrow/read-escrow-deposit.ts'
import type { EscrowFeeQuestion, EscrowShares } from './read/escrow/read-escrow-fee.ts'
import type { EscrowRefund, RefundQuestion } from './read/escrow/read-escrow-refund.ts'
import type { EscrowWithdrawal, WithdrawalQuestion } from './read/escrow/read-escrow-withdrawals.ts'

/** A transaction's position in a block of the canonical chain. */
export interface Receipt {
  readonly hash: Hash
  readonly succeeded: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hash
  /** Units of the native coin that the network charged; null if no node shows the receipt any more. */
  readonly fee: bigint | null
  /** The part of it that a rollup charged in addition to gas; null if `fee` is. */
  readonly l1Fee: bigint | null
  /** Whether more than half of the network's nodes show it, and none shows another outcome. */
  readonly isBacked: boolean
}

/** The transaction that used a nonce of an account, found by its hash in a block. */
export interface NonceUse {
  readonly hash: Hash
  readonly block: BlockRef
  /** Whether more than half of the network's nodes show it, and none shows another. */
  readonly isBacked: boolean
  /** Whether its logs prove that it succeeded, and no node shows that it reverted; only determined for our own hashes. */
  readonly emitted: boolean
  /** The call it made; null for our own hashes, and if nodes differ. */
  readonly call: UsedCall | null
}

/** A call that a block shows; `to` is null if it created a contract, or delegated the account (EIP-7702) without a call. */
export interface UsedCall extends Omit<Call, 'to'> {
  readonly to: Address | null
}

/**
 * Whether a block is still canonical: `gone` if another block is at its height. `isBacked` if more than half of all nodes say so and none
 * disagrees.
 */
export interface BlockStatus {
  readonly state: 'final' | 'open' | 'gone'
  readonly isBacked: boolean
}

/** One block, distinguished from others at its height. */
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

/** Units of a token, or of the native coin if `token` is null, sent to one address. */
export interface Transfer {
  readonly token: Address | null
  readonly recipient: Address
  readonly units: bigint
}

/** Units of a coin that left an account, each in its block. */
export type Outflow = readonly { readonly units: bigint; readonly block: bigint }[]

/** Units of a token that a spender may take from an account. */
export interface Approval {
  readonly token: Address
  readonly spender: Address
  readonly units: bigint
}

/** A refund to withdraw from an escrow: one record's, or everything its payer may withdraw for one service in one token. */
export type Claim = { readonly router: Address; readonly serviceId: bigint } & (
  { readonly recordId: bigint } | { readonly token: Address; readonly refundee: Address }
)

/** A token transfer seen in a block's log. */
export interface TokenTransfer {
  readonly hash: Hash
  /**
   * Its position among the logs of its block, or of its transaction. Clients number logs differently, so positions are never compared
   * across nodes.
   */
  readonly logIndex: number
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly units: bigint
  readonly blockNumber: bigint
}

/** A transaction that no node shows any more. */
export interface LostTransaction {
  readonly hash: Hash
  /** The block that held it. */
  readonly blockNumber: bigint
  /** A block before it was sent. */
  readonly since: bigint
}

/** A transfer that at least one node lists. */
export interface ListedTransfer extends TokenTransfer {
  /** Whether most nodes list it, or show it in the receipt of a block they share. */
  readonly isProven: boolean
}

/**
 * The balance change of each requested token and, last, of the native coin, without network fees. `failed` if a call reverts; `unexpected-changes`
 * if it would move or approve anything else; `nodes-differ` if the nodes' simulations differ; null if no node can simulate.
 */
export type SimulatedChanges = readonly bigint[] | 'failed' | 'unexpected-changes' | 'nodes-differ' | null

/** What a transaction took out of its sender's account, without the network fee; empty if it reverted. */
export interface SentEffect {
  readonly transfers: readonly TokenTransfer[]
  /** Units of the native coin, and their recipient; null for none. */
  readonly native: { readonly to: Address; readonly units: bigint } | null
}

/** A transaction that an account sent, found by its hash in a block. */
export interface SentTransaction {
  readonly hash: Hash
  readonly nonce: number
  readonly block: BlockRef
  /** What left the account; null where no node shows the receipt. */
  readonly effect: SentEffect | null
}

/** An allowance that an account once gave, found in a block's log. */
export interface TokenApproval {
  readonly token: Address
  readonly spender: Address
}

/** Where an approval was given. */
export interface LoggedApproval extends TokenApproval {
  readonly hash: Hash
}

/** What a token's contract says about itself; null for what it does not say. */
export interface TokenFacts {
  readonly symbol: string | null
  readonly decimals: number | null
}

/** An account's transaction counts, according to most nodes and to any node. */
export interface Nonces {
  /** Mined transactions, according to most nodes. */
  readonly mined: number
  /** Mined transactions, according to at least one node. */
  readonly minedSomewhere: number
  /** Whether `minedSomewhere` is higher, and most nodes do not contradict it. */
  readonly isContested: boolean
  /** Mined transactions plus pending ones without a gap, according to most nodes. */
  readonly pending: number
}

/**
 * The questions Till asks one network's nodes. Every function throws AppError `network-unreachable`, `network-mismatch` or
 * `nodes-disagree`.
 */
export interface Chain {
  readonly chainId: number
  /** Returns chain id and genesis hash, `31337:0x…`, which tell a network from a restarted copy of itself. */
  instance(): Promise<string>
  /** Returns whether more than half of the nodes confirm again that they serve this chain. No payment ends on the word of another chain. */
  isUnchanged(): Promise<boolean>
  head(): Promise<bigint>
  /** Returns the newest block, read again only when another one is due. All callers that wait for a block share one read. */
  tick(): Promise<Tick>
  /** Returns the milliseconds until the next useful read, for a caller that waits for that many blocks. */
  untilTick(blocks: number): Promise<number>
  /** Returns an account's transaction counts; all callers within a tick share one read. */
  nonces(account: Address): Promise<Nonces>
  /** Returns each node's health, in the order of their addresses; its lag is as of the last `head`. */
  nodes(): readonly NodeReport[]
  /** Asks every node for its newest block, including those that failed recently, and returns their health; never throws. */
  checkNodes(): Promise<readonly NodeReport[]>
  /** Returns why the network accepts no transactions now, judged by past reads; null if it seems to work. */
  trouble(): NetworkTrouble | null
  /** Returns the newest final block: as the nodes report it, else a fixed depth below the head. */
  finalized(): Promise<bigint>
  /** Returns the number of `account`'s mined transactions, and the newest block it was counted at. */
  minedNonce(account: Address): Promise<{ readonly nonce: number; readonly at: BlockRef }>
  blockStatus(block: BlockRef): Promise<BlockStatus>
  /**
   * Returns the transaction of `account` that used `nonce`; `own` are our own candidate hashes. Null if no node can show it, which proves
   * nothing.
   */
  nonceUse(account: Address, nonce: number, own: readonly Hash[]): Promise<NonceUse | null>
  /**
   * Returns a mined transaction of `account`; null unless more than half of the nodes show it and none contradicts, which proves nothing.
   */
  sent(account: Address, hash: Hash): Promise<SentTransaction | null>
  /**
   * Returns the signed bytes of any account's transaction, proven by its hash, also from the block that holds it; null if no node shows them
   * in a form that Till knows.
   */
  signedBytes(hash: Hash, block: bigint): Promise<Hex | null>
  /** Returns whether more than half of all nodes show a transaction in a block: it used its nonce there, and may have reverted. */
  isInBlock(hash: Hash, block: bigint): Promise<boolean>
  /** Returns a block's timestamp, in epoch milliseconds. */
  blockTime(block: bigint): Promise<number>
  /** Returns the highest count of `account`'s mined and gapless pending transactions that any node knows. */
  highestNonce(account: Address): Promise<number>
  /** Returns the same count according to most nodes. Reuses the answers of a `highestNonce` call made just before, once. */
  pendingNonce(account: Address): Promise<number>
  /** Returns the balance in native units. What was `spent` is subtracted, even on nodes that have not reached its block. */
  nativeBalance(account: Address, spent?: Outflow): Promise<bigint>
  /** Returns a token balance, under the same rule. */
  tokenBalance(token: Address, account: Address, spent?: Outflow): Promise<bigint>
  allowance(token: Address, owner: Address, spender: Address): Promise<bigint>
  /** Returns whether any node shows code at an address. An account that only delegates to code (EIP-7702) is not a contract. */
  isContract(address: Address): Promise<boolean>
  tokenFacts(token: Address): Promise<TokenFacts>
  /** Returns the fee shares an escrow adds to a payment, according to most nodes; null if its contracts do not say. */
  escrowShares(question: EscrowFeeQuestion): Promise<EscrowShares | null>
  /**
   * Returns the deposit a payment made in an escrow, by its logs, else by the escrow's records; null unless more than half of all nodes show
   * it, which proves nothing.
   */
  escrowDeposit(question: DepositQuestion): Promise<EscrowDeposit | null>
  /** Returns the escrow's view of a payment's refund, according to most nodes; null if its contract does not say. */
  escrowRefund(question: RefundQuestion): Promise<EscrowRefund | null>
  /** Returns the refunds a transaction withdrew from an escrow, as more than half of all nodes show. An empty list proves nothing. */
  escrowWithdrawals(question: WithdrawalQuestion): Promise<readonly EscrowWithdrawal[]>
  /** Returns the receipt for `hash`; null if no node shows one, which proves nothing, or if nodes contradict each other. */
  receipt(hash: Hash): Promise<Receipt | null>
  /** Returns whether no block holds a transaction, according to most nodes, which show older receipts. False proves nothing. */
  isUnmined(lost: LostTransaction): Promise<boolean>
  /** Returns the network's current fees, and begins to read the native coin's price, which is shown beside a fee. */
  fees(): Promise<Fees>
  /** Reads the native coin's price in the background, unless that was tried within a minute. */
  readCoinPrice(): void
  /**
   * Returns the native coin's price in 10⁻⁸ dollars, as last read and if more than half of all nodes said so; null if it is unknown or stale
   * at `now` (epoch ms). It sends no request, and is only shown.
   */
  coinPrice(now: number): bigint | null
  /** Returns what the chain charges for a signed transaction in addition to gas, in wei, for a gas limit; 0 if it charges gas only. */
  l1Fee(raw: Hex, gasLimit: bigint): Promise<bigint>
  /** Returns the gas units a call needs; null if it would revert now. */
  estimateGas(from: Address, call: Call): Promise<bigint | null>
  /**
   * Sends the signed bytes to every node. Returns why all of them refused, or null. Neither an answer nor an error proves anything: only a
   * block does.
   */
  send(raw: Hex): Promise<SendRefusal | null>
  /** Simulates `calls` of `account` in one block. */
  simulate(account: Address, calls: readonly Call[], tokens: readonly Address[]): Promise<SimulatedChanges>
  /** Returns the transfers of any of `tokens` to an account in a block range, both ends included, that any node knows. */
  transfersTo(
    tokens: readonly Address[],
    to: Address,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<readonly ListedTransfer[]>
  /**
   * Returns whether a transaction made a transfer in a block, at least `count` times: false if the receipts or blocks of most nodes
   * contradict it, null if too few nodes show either. They may have pruned them.
   */
  holdsTransfer(transfer: Omit<TokenTransfer, 'logIndex'>, count: number): Promise<boolean | null>
  /** Returns the transfers of any of `tokens` from an account in a block range, both ends included, that any node knows. */
  transfersFrom(
    tokens: readonly Address[],
    from: Address,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<readonly TokenTransfer[]>
  /** Returns the approvals an account gave for any of `tokens` in a block range, both ends included, that any node knows. */
  approvalsBy(
    tokens: readonly Address[],
    owner: Address,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<readonly LoggedApproval[]>
}

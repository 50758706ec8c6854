import { randomUUID } from 'node:crypto'
import { isAddressEqual, type Address } from 'viem'
import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import type { RecipientView } from '../../shared/transfers/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import { readRecipientBoxes, removeRecipientBox, writeRecipientBox } from './recipients-repository.ts'
import { readSentTo } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** An address named by the person. */
export interface Recipient {
  readonly id: string
  readonly name: string
  readonly address: Address
}

/** The addresses named by the person. */
export interface Recipients {
  /** Lists them by name, with the first and last time each was sent to. */
  list(): RecipientView[]
  /** Adds a recipient. Throws AppError `locked`, `invalid-input` for an invalid address or name, `not-allowed` if either exists already. */
  add(name: string, text: string): RecipientView[]
  rename(id: string, name: string): RecipientView[]
  remove(id: string): RecipientView[]
}

const MOST = 1000
const sealed = z.object({ name: z.string(), address })
/** Name and address are sealed together, so that nobody can put another address under a trusted name. */
const purposeOf = (id: string): string => `recipient ${id}`

/** Reads every named address that the records key opens. */
export function readRecipients({ ledger, sealer }: Pick<TransfersContext, 'ledger' | 'sealer'>): Recipient[] {
  return readRecipientBoxes(ledger).flatMap(({ id, box }) => {
    try {
      return [{ id, ...sealed.parse(JSON.parse(sealer.unseal(box, purposeOf(id)))) }]
    } catch {
      return []
    }
  })
}

/** Opens the named addresses; only an unlocked Till changes them, because payments rely on them. */
export function openRecipients(context: TransfersContext): Recipients {
  const { ledger, sealer, wallet } = context

  function list(): RecipientView[] {
    const sent = readSentTo(ledger)
    const at = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())
    return readRecipients(context)
      .map(({ id, name, address }) => {
        const used = sent.find(({ recipient }) => isAddressEqual(recipient, address))
        return { id, name, address, firstUsed: at(used?.first), lastUsed: at(used?.last) }
      })
      .sort((one, other) => one.name.localeCompare(other.name))
  }

  function mayChange(): void {
    if (wallet.isLocked()) throw new AppError('locked', 'Till is locked')
  }

  function keep({ id, name, address }: Recipient): RecipientView[] {
    const others = readRecipients(context).filter((one) => one.id !== id)
    if (name === '') throw new AppError('invalid-input', 'A name is needed')
    if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw refused('name-taken')
    if (others.some((one) => isAddressEqual(one.address, address))) throw refused('recipient-known')
    if (others.length >= MOST) throw refused('too-many-recipients')
    writeRecipientBox(ledger, id, sealer.seal(JSON.stringify({ name, address }), purposeOf(id)))
    return list()
  }

  return {
    list,
    add(name, text) {
      mayChange()
      const read = readAddress(text)
      if ('problem' in read) {
        throw new AppError('invalid-input', 'This is no address', { details: { reason: read.problem } })
      }
      return keep({ id: randomUUID(), name: cleanName(name), address: read.address })
    },
    rename(id, name) {
      mayChange()
      const found = readRecipients(context).find((one) => one.id === id)
      if (found === undefined) throw gone()
      return keep({ ...found, name: cleanName(name) })
    },
    remove(id) {
      mayChange()
      if (!removeRecipientBox(ledger, id)) throw gone()
      return list()
    },
  }
}

function refused(reason: 'name-taken' | 'recipient-known' | 'too-many-recipients'): AppError {
  return new AppError('not-allowed', 'This recipient cannot be saved', { details: { reason } })
}

function gone(): AppError {
  return new AppError('not-found', 'There is no such recipient')
}

import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import { registerLimits } from '../../shared/registers/limits.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { WritableDb } from '../db/connections.ts'
import { insertRegister, readRegisters, renameRegister, type Register } from './registers-repository.ts'

/** Throws AppError `not-allowed` if the policy sets the registers. */
export function assertEditable(byPolicy: readonly Register[] | null): void {
  if (byPolicy !== null) throw refused('policy')
}

/** Adds a register to the manager's. Throws AppError `invalid-input` or `not-allowed`, with a reason. */
export function addRegister(ledger: WritableDb, name: string, text: string): void {
  const registers = readRegisters(ledger)
  const read = readAddress(text)
  if ('problem' in read)
    throw new AppError('invalid-input', 'This is no address', { details: { reason: read.problem } })
  if (registers.some(({ address }) => address === read.address)) throw refused('register-known')
  if (registers.length >= registerLimits.registers) throw refused('too-many-registers')
  insertRegister(ledger, { address: read.address, name: nameFor(name, registers) })
}

/** Gives a register another name. Throws AppError `invalid-input` or `not-allowed`, with a reason. */
export function changeName(ledger: WritableDb, register: Register, text: string): void {
  const others = readRegisters(ledger).filter(({ address }) => address !== register.address)
  renameRegister(ledger, { ...register, name: nameFor(text, others) })
}

function nameFor(text: string, others: readonly Register[]): string {
  const name = cleanName(text)
  if (name === '') throw new AppError('invalid-input', 'A name is needed')
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw refused('name-taken')
  return name
}

function refused(reason: 'policy' | 'name-taken' | 'register-known' | 'too-many-registers'): AppError {
  return new AppError('not-allowed', 'This register cannot be saved', { details: { reason } })
}

import type { registerRequests } from '../../../shared/registers/contract.ts'
import { fileName } from '../../exports/file-name.ts'
import { writeRecords } from '../../exports/write-records.ts'
import { zonedTime } from '../../exports/record-values.ts'
import type { Registers } from '../../registers/create-registers.ts'
import type { ExportedRegister } from '../../registers/register-pages.ts'
import { registerColumns, toRegisterRecord, type RegisterRecord } from '../../registers/register-record.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface RegistersParts {
  readonly registers: Registers
  readonly save: SaveFile
}

/** Answers requests about other registers. */
export function registersHandlers({ registers, save }: RegistersParts): HandlersOf<typeof registerRequests> {
  return {
    'registers.list': () => registers.list(),
    'registers.add': ({ name, address }) => registers.add(name, address),
    'registers.rename': ({ address, name }) => registers.rename(address, name),
    'registers.remove': ({ address }) => registers.remove(address),
    'registers.refresh': (input) => registers.refresh(input),
    'registers.purchases': (input) => registers.purchases(input),
    'registers.export'({ address, format, table }) {
      const { register, readAt, pages } = registers.exported(address)
      const records = {
        about: { kind: 'till-purchases', version: 1, register, readAt: readAt && zonedTime(readAt) },
        name: 'purchases',
        columns: registerColumns,
        pages: toRecords(pages),
        row: (record: RegisterRecord) => record,
      }
      return save(
        fileName('purchases', table, [register.address.slice(2, 10).toLowerCase()], format),
        writeRecords(records, { format, table }),
      )
    },
  }
}

function* toRecords(pages: ExportedRegister['pages']): Generator<RegisterRecord[]> {
  for (const page of pages) yield page.map((purchase) => toRegisterRecord(purchase, zonedTime(purchase.at)))
}
